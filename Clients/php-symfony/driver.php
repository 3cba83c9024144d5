<?php
// SPDX-License-Identifier: Apache-2.0
// The driver of Symfony's HttpClient: one CurlHttpClient for a session, its options as the manual gives them.
declare(strict_types=1);
require __DIR__ . '/../_php/authspec_driver.php';
require '/usr/share/php/Symfony/Component/HttpClient/autoload.php';

use Symfony\Component\HttpClient\CurlHttpClient;
use Symfony\Component\HttpClient\Exception\{InvalidArgumentException, TimeoutException};
use Symfony\Contracts\HttpClient\Exception\{ExceptionInterface, RedirectionExceptionInterface};

final class Symfony extends AuthspecDriver
{
    private ?CurlHttpClient $client = null;

    protected function identity(): array
    {
        return [
            'PHP Symfony', self::packaged('php-symfony-http-client'),
            'basic basic-unasked ntlm ntlm-v2 preemptive proxy connect redirects userinfo headers memory change stream resolve'
                . ' tls tls-pin client-certificate',
            'credentials preemptive redirects proxy resolve timeout_ms ca_file client_certificate client_certificates pins',
        ];
    }

    protected function open(bool $isNew): bool
    {
        if ($this->session['client_certificates'] !== [] && $this->session['client_certificate'] === null) {
            throw new Unsupported('certificates for several servers, or for a proxy');
        }
        if ($isNew) {
            $this->client = new CurlHttpClient();
        }
        return true;
    }

    protected function close(): void
    {
        $this->client = null;
    }

    protected function request(array $message): array
    {
        $session = $this->session;
        $resolve = [];
        foreach ($session['resolve'] as $name => $place) {
            [[$host, $port], [$address, $other]] = [explode(':', $name), explode(':', $place)];
            $resolve[$host] = $port === $other ? $address : throw new Unsupported('a name that leads to another port');
        }
        $options = [
            'headers' => array_map(fn ($field) => "$field[0]: $field[1]", $message['headers']),
            'max_duration' => $session['timeout_ms'] / 1000, 'timeout' => $session['timeout_ms'] / 1000,
            'max_redirects' => $session['redirects'],
            'proxy' => $this->proxy(), 'no_proxy' => '', 'resolve' => $resolve, 'cafile' => $session['ca_file'],
            'local_cert' => $session['client_certificate'], 'local_pk' => $session['client_certificate'],
        ] + $this->login($message['url']);
        if ($pins = $this->pins('origin', $message['url'])) {
            $options['peer_fingerprint'] = ['pin-sha256' => str_replace('sha256//', '', explode(';', $pins))];
        }
        if ($message['body'] !== null) {
            // A closure is read once; its body is sent in chunks unless the caller gives a length.
            $left = $message['body'];
            $options['body'] = !$message['stream'] && !$message['chunked'] ? $left : function (int $size) use (&$left): string {
                [$part, $left] = [substr($left, 0, $size), substr($left, $size)];
                return $part;
            };
            if ($message['stream'] && !$message['chunked']) {
                $options['headers'][] = 'Content-Length: ' . strlen($message['body']);
            }
        }
        try {
            $response = $this->client->request($message['method'], $message['url'], $options);
            $pairs = [];
            foreach ($response->getHeaders(false) as $name => $values) {
                array_push($pairs, ...array_map(fn ($value) => [(string) $name, $value], $values));
            }
            return [$response->getStatusCode(), $pairs, $response->getContent(false)];
        } catch (ExceptionInterface $error) {
            throw new Failure($this->kind($error), get_class($error) . ': ' . $error->getMessage());
        }
    }

    /** The option for the login at a URL. */
    private function login(string $url): array
    {
        $login = $this->choose('origin', $url, false);
        return match ($login['scheme'] ?? 'basic') {
            'basic' => ['auth_basic' => $login ? [$login['user'], $login['password']] : null],
            'ntlm' => ['auth_ntlm' => [self::domainUser($login), $login['password']]],
            default => throw new Unsupported('a login for another scheme'),
        };
    }

    /** The proxy's URL with the login for it. */
    private function proxy(): ?string
    {
        $proxy = $this->session['proxy'];
        $login = $proxy === null ? null : $this->choose('proxy', $proxy, false);
        $userinfo = $login ? rawurlencode($login['user']) . ':' . rawurlencode($login['password']) . '@' : '';
        return $proxy === null ? null : str_replace('://', "://$userinfo", $proxy);
    }

    private function kind(Throwable $error): string
    {
        $message = $error->getMessage();
        return match (true) {
            $error instanceof RedirectionExceptionInterface => 'redirects',
            $error instanceof InvalidArgumentException => 'url',
            $error instanceof TimeoutException || str_contains($message, 'imeout') || str_contains($message, 'timed out') => 'timeout',
            preg_match('~SSL|TLS|certificate|public key~', $message) === 1 => 'tls',
            preg_match('~[Cc]onnect|[Rr]esolve|reset|Empty reply|closed|failure|OpenSSL~', $message) === 1 => 'connection',
            preg_match('~HTTP|[Hh]eader|[Cc]hunk|[Ll]ength|[Ee]ncoding|[Ww]eird|transfer~', $message) === 1 => 'protocol',
            default => str_contains($message, 'URL') ? 'url' : 'other',
        };
    }
}

(new Symfony())->run();
