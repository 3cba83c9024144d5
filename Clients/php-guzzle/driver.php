<?php
// SPDX-License-Identifier: Apache-2.0
// The driver of Guzzle: one client for a session, its request options as the manual gives them.
declare(strict_types=1);
require __DIR__ . '/../_php/authspec_driver.php';
require '/usr/share/php/GuzzleHttp/autoload.php';

use GuzzleHttp\Client;
use GuzzleHttp\Cookie\CookieJar;
use GuzzleHttp\Exception\{GuzzleException, TooManyRedirectsException};
use GuzzleHttp\Psr7;

final class Guzzle extends AuthspecDriver
{
    private ?Client $client = null;
    private ?CookieJar $jar = null;

    protected function identity(): array
    {
        return [
            'PHP Guzzle', self::packaged('php-guzzlehttp-guzzle'),
            'basic basic-unasked digest digest-sess digest-sha-256 digest-auth-int digest-userhash ntlm ntlm-v2 preemptive proxy connect'
                . ' redirects cookies userinfo headers memory change stream resolve idn tls client-certificate',
            'credentials preemptive redirects cookies proxy resolve timeout_ms ca_file client_certificate client_certificates',
        ];
    }

    protected function open(bool $isNew): bool
    {
        if ($this->session['client_certificates'] !== [] && $this->session['client_certificate'] === null) {
            throw new Unsupported('certificates for several servers, or for a proxy');
        }
        if ($isNew) {
            [$this->client, $this->jar] = [new Client(), new CookieJar()];
        }
        return true;
    }

    protected function close(): void
    {
        $this->client = $this->jar = null;
    }

    protected function request(array $message): array
    {
        $session = $this->session;
        $headers = [];
        foreach ($message['headers'] as [$name, $value]) {
            $headers[$name][] = $value;
        }
        $options = [
            'http_errors' => false, 'headers' => $headers, 'timeout' => $session['timeout_ms'] / 1000,
            'allow_redirects' => $session['redirects'] > 0 ? ['max' => $session['redirects']] : false,
            'cookies' => $session['cookies'] ? $this->jar : false, 'auth' => $this->login($message['url']),
            'proxy' => $this->proxy(), 'verify' => $session['ca_file'] ?? true,
            'curl' => [CURLOPT_CONNECT_TO => array_map(
                fn ($name, $place) => "$name:$place", array_keys($session['resolve']), array_values($session['resolve']))],
        ];
        if ($session['client_certificate'] !== null) {
            $options += ['cert' => $session['client_certificate'], 'ssl_key' => $session['client_certificate']];
        }
        if ($message['body'] !== null) {
            $body = Psr7\Utils::streamFor($message['body']);
            $body = $message['stream'] ? new Psr7\NoSeekStream($body) : $body;
            // A stream whose size is not known is sent in chunks.
            $options['body'] = $message['chunked'] ? Psr7\FnStream::decorate($body, ['getSize' => fn () => null]) : $body;
        }
        try {
            $response = $this->client->request($message['method'], $message['url'], $options);
        } catch (GuzzleException | InvalidArgumentException $error) {
            throw new Failure($this->kind($error), get_class($error) . ': ' . $error->getMessage());
        }
        $pairs = [];
        foreach ($response->getHeaders() as $name => $values) {
            array_push($pairs, ...array_map(fn ($value) => [(string) $name, $value], $values));
        }
        return [$response->getStatusCode(), $pairs, (string) $response->getBody()];
    }

    private function login(string $url): ?array
    {
        $login = $this->choose('origin', $url, false);
        if ($login === null) {
            return null;
        }
        if ($this->session['preemptive'] && $login['scheme'] === 'digest') {
            throw new Unsupported('Digest without a challenge');
        }
        return [self::domainUser($login), $login['password'], $login['scheme'] ?? throw new Unsupported('a login without a scheme')];
    }

    /** The proxy's URL with the login for it; empty for none. */
    private function proxy(): string
    {
        $proxy = $this->session['proxy'] ?? '';
        $login = $proxy === '' ? null : $this->choose('proxy', $proxy, false);
        $userinfo = $login ? rawurlencode($login['user']) . ':' . rawurlencode($login['password']) . '@' : '';
        return str_replace('://', "://$userinfo", $proxy);
    }

    private function kind(Throwable $error): string
    {
        $number = method_exists($error, 'getHandlerContext') ? $error->getHandlerContext()['errno'] ?? 0 : 0;
        return match (true) {
            $error instanceof TooManyRedirectsException => 'redirects',
            $error instanceof InvalidArgumentException => 'url',
            str_contains($error->getMessage(), 'rewind') => 'body',
            str_contains($error->getMessage(), 'Redirect URI') => 'url',
            default => self::kindOfCurl($number, $error->getMessage()),
        };
    }
}

(new Guzzle())->run();
