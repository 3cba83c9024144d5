<?php
// SPDX-License-Identifier: Apache-2.0
// The driver of PHP's curl extension: one handle for a session, its options as the manual gives
// them.
declare(strict_types=1);
require __DIR__ . '/../_php/authspec_driver.php';

final class Curl extends AuthspecDriver
{
    private const SCHEMES = [
        'basic' => CURLAUTH_BASIC, 'digest' => CURLAUTH_DIGEST, 'bearer' => CURLAUTH_BEARER, 'ntlm' => CURLAUTH_NTLM,
        'negotiate' => CURLAUTH_NEGOTIATE,
    ];

    private ?CurlHandle $handle = null;
    /** The login options that are set. */
    private array $set = [];
    /** A body is set that no option can remove. */
    private bool $hasFields = false;

    protected function identity(): array
    {
        return [
            'PHP curl', PHP_VERSION . '-libcurl-' . curl_version()['version'],
            'basic digest ntlm ntlm-v2 proxy-ntlm negotiate proxy-negotiate delegate digest-sess digest-sha-256 digest-auth-int digest-userhash bearer by-challenge preemptive'
                . ' proxy proxy-digest connect tunnel redirects cookies userinfo headers memory change stream netrc'
                . ' resolve idn tls tls-pin proxy-tls client-certificate client-certificate-per-origin',
            'credentials preemptive schemes redirects cookies proxy tunnel resolve timeout_ms netrc'
                . ' ca_file client_certificate client_certificates pins kerberos',
        ];
    }

    protected function open(bool $isNew): bool
    {
        if ($isNew) {
            [$this->handle, $this->set] = [curl_init(), []];
        }
        $tickets = $this->tickets() ?? ['config' => '/dev/null', 'ccache' => 'FILE:/dev/null'];
        foreach (['KRB5_CONFIG' => $tickets['config'], 'KRB5CCNAME' => $tickets['ccache'], 'GSS_MECH_CONFIG' => '/dev/null'] as $name => $value) {
            putenv("$name=$value");
        }
        return true;
    }

    /** The session's tickets of Kerberos; null if it has none. */
    private function tickets(): ?array
    {
        return ($this->session['kerberos'] ?? []) ?: null;
    }

    protected function close(): void
    {
        $this->handle = null;
    }

    protected function request(array $message): array
    {
        [$session, $headers, $isSeeOther] = [$this->session, [], false];
        $logins = $this->logins('origin', $message['url'])
            + $this->logins('proxy', $session['proxy'] ?? '') + $this->trust($message['url']);
        // No option removes a login, a certificate or a pin. This does, and keeps connections and cookies.
        if (array_diff_key($this->set, $logins) || $this->hasFields && $message['stream']) {
            curl_reset($this->handle);
        }
        $this->hasFields = !$message['stream'];
        $this->set = $logins;
        $options = [
            CURLOPT_URL => $message['url'], CURLOPT_TIMEOUT_MS => $session['timeout_ms'], CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => $session['redirects'] > 0, CURLOPT_MAXREDIRS => $session['redirects'] ?: 30,
            CURLOPT_PROXY => $session['proxy'] ?? '', CURLOPT_HTTPPROXYTUNNEL => $session['tunnel'], CURLOPT_SUPPRESS_CONNECT_HEADERS => true,
            CURLOPT_GSSAPI_DELEGATION => ($this->tickets()['delegate'] ?? false) ? CURLGSSAPI_DELEGATION_FLAG : 0,
            CURLOPT_NETRC => $session['netrc'] !== null, CURLOPT_NETRC_FILE => $session['netrc'],
            CURLOPT_HEADERFUNCTION => function ($handle, string $line) use (&$headers, &$isSeeOther): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $headers = [];
                    $isSeeOther = $isSeeOther || preg_match('~^HTTP/[0-9.]+ 303~', $line) === 1;
                } elseif (str_contains($line, ':')) {
                    $headers[] = array_map('trim', explode(':', $line, 2));
                }
                return strlen($line);
            },
            CURLOPT_CONNECT_TO => array_map(
                fn ($name, $place) => "$name:$place", array_keys($session['resolve']), array_values($session['resolve'])),
        ] + ($session['cookies'] ? [CURLOPT_COOKIEFILE => ''] : []) + $this->shape($message);
        try {
            curl_setopt_array($this->handle, $options + $logins);
        } catch (ValueError $error) {
            throw new Failure('credentials', $error->getMessage());
        }
        $body = curl_exec($this->handle);
        if ($isSeeOther && isset($options[CURLOPT_CUSTOMREQUEST]) && $session['redirects'] > 0) {
            throw new Unsupported("$message[method] over a 303: the word of CURLOPT_CUSTOMREQUEST is for every request");
        }
        if ($body === false) {
            $number = curl_errno($this->handle);
            $kind = self::kindOfCurl($number, curl_error($this->handle));
            $isRefused = $number === 56 && curl_getinfo($this->handle, CURLINFO_HTTP_CONNECTCODE) === 407;
            throw new Failure($isRefused ? 'authentication' : $kind, curl_error($this->handle) . " (CURLcode $number)");
        }
        return [curl_getinfo($this->handle, CURLINFO_RESPONSE_CODE), $headers, (string) $body];
    }

    /** The options of TLS for the origin of a URL, and for the proxy. */
    private function trust(string $url): array
    {
        $proxy = $this->session['proxy'] ?? '';
        $file = $this->certificate('origin', $url);
        $options = [
            CURLOPT_CAINFO => $this->session['ca_file'], CURLOPT_SSLCERT => $file, CURLOPT_SSLKEY => $file,
            CURLOPT_PINNEDPUBLICKEY => $this->pins('origin', $url),
        ];
        if (str_starts_with($proxy, 'https:')) {
            $file = $this->certificate('proxy', $proxy);
            $options += [
                CURLOPT_PROXY_CAINFO => $this->session['ca_file'],
                CURLOPT_PROXY_SSLCERT => $file, CURLOPT_PROXY_SSLKEY => $file,
                CURLOPT_PROXY_PINNEDPUBLICKEY => $this->pins('proxy', $proxy),
            ];
        }
        return array_filter($options, fn ($value) => $value !== null);
    }

    /** The options for the login at an origin or proxy. */
    private function logins(string $target, string $url): array
    {
        [$login, $token] = [$this->choose($target, $url, false), $this->choose($target, $url, true)];
        $tickets = $url === '' ? null : $this->tickets();
        // Programs allow NTLM where they need it; a login with a domain is one for NTLM.
        $usual = CURLAUTH_BASIC | CURLAUTH_DIGEST | (isset($login['domain']) ? CURLAUTH_NTLM : 0);
        $mask = $login || !($token || $tickets) ? self::SCHEMES[$login['scheme'] ?? ''] ?? $usual : 0;
        $mask |= ($token ? CURLAUTH_BEARER : 0) | ($tickets ? CURLAUTH_NEGOTIATE : 0);
        if ($tickets && !$login) { // No scheme begins without a user, whom Negotiate does not send.
            $login = ['user' => $tickets['principal'], 'password' => ''];
        } elseif ($login) {
            $login['user'] = self::domainUser($login);
        }
        if ($this->session['schemes'] !== null) {
            $mask &= array_sum(array_map(fn ($scheme) => self::SCHEMES[$scheme] ?? 0, $this->session['schemes']));
        }
        if ($this->session['preemptive'] && $login && $token) {
            throw new Unsupported('a login and a token, sent unasked');
        }
        // libcurl does not wait for a challenge if only one scheme is set.
        $mask = $this->session['preemptive'] ? $mask & ($token ? CURLAUTH_BEARER : CURLAUTH_BASIC) ?: $mask : $mask | CURLAUTH_ONLY;
        if ($target === 'proxy') {
            return [CURLOPT_PROXYAUTH => $mask]
                + ($login ? [CURLOPT_PROXYUSERNAME => $login['user'], CURLOPT_PROXYPASSWORD => $login['password']] : []);
        }
        return [CURLOPT_HTTPAUTH => $mask] + ($token ? [CURLOPT_XOAUTH2_BEARER => $token['token']] : [])
            + ($login ? [CURLOPT_USERNAME => $login['user'], CURLOPT_PASSWORD => $login['password']] : []);
    }

    /** The options for method, header fields and body. */
    private function shape(array $message): array
    {
        [$method, $body] = [$message['method'], $message['body']];
        [$lines, $proxyLines] = [[], []];
        foreach ($message['headers'] as [$name, $value]) {
            $line = $value === '' ? "$name;" : "$name: $value";
            // "Proxy headers must be set with CURLOPT_PROXYHEADER" (CURLOPT_HEADEROPT(3)).
            if (strcasecmp($name, 'Proxy-Authorization') === 0 && $this->session['proxy'] !== null) {
                $proxyLines[] = $line;
            } else {
                $lines[] = $line;
            }
        }
        // Resets to a GET without a body first, because these options have lasting effects.
        curl_setopt_array($this->handle, [CURLOPT_NOBODY => false, CURLOPT_UPLOAD => false, CURLOPT_HTTPGET => true,
            CURLOPT_CUSTOMREQUEST => null]);
        $options = [];
        // Uses the method's own option if there is one: CURLOPT_CUSTOMREQUEST sets the method of
        // every request.
        $own = match (true) {
            $method === 'HEAD' => [CURLOPT_NOBODY => true],
            $method === 'POST' => [CURLOPT_POST => true],
            $method === 'PUT' && $body !== null && $message['stream'] => [CURLOPT_UPLOAD => true],
            $method === 'GET' && $body === null => [],
            default => [CURLOPT_CUSTOMREQUEST => $method],
        };
        if ($body !== null && $message['stream']) {
            $left = $body;
            $options = [
                CURLOPT_READFUNCTION => function ($handle, $file, int $count) use (&$left): string {
                    [$part, $left] = [substr($left, 0, $count), substr($left, $count)];
                    return $part;
                },
            ] + ($method === 'POST' ? [] : [CURLOPT_UPLOAD => true, CURLOPT_INFILESIZE => $message['chunked'] ? -1 : strlen($body)]);
        } elseif ($body !== null || $method === 'POST') {
            // The extension cannot read an upload again, so a body in memory is passed whole, also
            // with PUT.
            $options = [CURLOPT_POSTFIELDS => $body ?? ''];
        }
        if ($message['chunked'] && !isset($options[CURLOPT_UPLOAD])) {
            $lines[] = 'Transfer-Encoding: chunked';
        }
        return $own + $options + [CURLOPT_HTTPHEADER => $lines, CURLOPT_PROXYHEADER => $proxyLines];
    }
}

(new Curl())->run();
