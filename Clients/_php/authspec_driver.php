<?php
// SPDX-License-Identifier: Apache-2.0
// The driver protocol, for clients in PHP: lines of JSON on standard input and output.
declare(strict_types=1);

/** The client does not support it; the case is skipped with that reason. */
final class Unsupported extends Exception
{
}

/** An error of the client, of a kind that its documentation names. */
final class Failure extends Exception
{
    public function __construct(public readonly string $kind, string $message)
    {
        parent::__construct($message);
    }
}

abstract class AuthspecDriver
{
    private const DEFAULTS = [
        'credentials' => [], 'preemptive' => false, 'ask' => false, 'schemes' => null, 'redirects' => 10, 'cookies' => false,
        'proxy' => null, 'tunnel' => false, 'resolve' => [], 'timeout_ms' => 2000, 'ca_file' => null,
        'client_certificate' => null, 'client_certificates' => [], 'pins' => [], 'netrc' => null, 'store' => null,
    ];

    /** The numbers of libcurl's errors, by kind. */
    private const CURL_KINDS = [
        'url' => [3], 'connection' => [5, 6, 7, 18, 45, 52, 55, 56, 89, 97], 'protocol' => [8, 16, 23, 61, 63, 92, 95],
        'authentication' => [9, 67, 94], 'redirects' => [47], 'timeout' => [28], 'body' => [26, 42, 65],
        'tls' => [35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98],
    ];

    /** The settings of the session, including changes; null if no session is open. */
    protected ?array $session = null;

    /** Client, version, abilities, and the keys of the session that the client supports; the last two as strings. */
    abstract protected function identity(): array;

    /** Makes a new client for the session, or changes the current one; false if a new one had to replace it. */
    abstract protected function open(bool $isNew): bool;

    /** Status, header pairs and body of the final response. */
    abstract protected function request(array $message): array;

    abstract protected function close(): void;

    public function run(): void
    {
        while (($line = fgets(STDIN)) !== false) {
            $message = json_decode($line, true);
            try {
                $answer = $this->answer($message);
            } catch (Unsupported $reason) {
                $answer = ['unsupported' => $reason->getMessage()];
            } catch (Failure $failure) {
                $answer = ['error' => ['kind' => $failure->kind, 'message' => $failure->getMessage()]];
            } catch (Throwable $error) {
                $answer = ['error' => ['kind' => 'internal', 'message' => (string) $error]];
            }
            fwrite(STDOUT, json_encode(['id' => $message['id']] + $answer, JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
        }
    }

    /** The login for an origin or proxy, or the token, for clients with one of each. */
    protected function choose(string $target, string $url, bool $isToken): ?array
    {
        [$best, $chosen] = [-1, []];
        foreach ($this->session['credentials'] as $login) {
            $isFor = $login['target'] === $target && (!isset($login['url']) || self::origin($login['url']) === self::origin($url));
            if (!$isFor || isset($login['token']) !== $isToken) {
                continue;
            }
            $rank = 4 * (int) isset($login['url']) + 2 * (int) isset($login['realm']) + (int) isset($login['scheme']);
            $chosen = $rank > $best ? [$login] : ($rank === $best ? [...$chosen, $login] : $chosen);
            $best = max($rank, $best);
        }
        if (count($chosen) > 1) {
            throw new Unsupported('logins that differ in realm or scheme only');
        }
        return $chosen[0] ?? null;
    }

    /** The file with the client's certificate for an origin or proxy; null if it has none. */
    protected function certificate(string $target, string $url): ?string
    {
        return array_column($this->meant('client_certificates', $target, $url), 'file')[0] ?? null;
    }

    /** The hashes of keys of which the origin or proxy must have one; null if it may have any. */
    protected function pins(string $target, string $url): ?string
    {
        return implode(';', array_column($this->meant('pins', $target, $url), 'hash')) ?: null;
    }

    /** The entries of a list in the session that are for an origin or proxy. */
    private function meant(string $key, string $target, string $url): array
    {
        return array_values(array_filter(
            $this->session[$key],
            fn ($entry) => $entry['target'] === $target && self::origin($entry['url']) === self::origin($url)));
    }

    /** The user of a login; one of a domain as `DOMAIN\user`. */
    protected static function domainUser(array $login): string
    {
        return isset($login['domain']) ? "$login[domain]\\$login[user]" : $login['user'];
    }

    /** The version of a client that does not know it itself: that of its package, without the package's own part. */
    protected static function packaged(string $name): string
    {
        static $versions = [];
        return $versions[$name] ??= preg_replace('~[-+].*~', '', (string) shell_exec("dpkg-query -W -f '\${Version}' $name"));
    }

    /** The kind of an error of libcurl. */
    protected static function kindOfCurl(int $number, string $message): string
    {
        if ($number === 1) {
            // An unknown scheme in the URL, or an unknown version in the response.
            return str_contains($message, 'HTTP') ? 'protocol' : 'url';
        }
        return array_key_first(array_filter(self::CURL_KINDS, fn ($numbers) => in_array($number, $numbers, true))) ?? 'other';
    }

    /** Scheme, host and port of a URL, as RFC 9110 4.3.1 compares them. */
    private static function origin(string $url): string
    {
        preg_match('~^([^:]*)://(?:[^/?#]*@)?(\[[^\]]*\]|[^:/?#]*)(?::(\d+))?~', strtolower($url), $parts);
        return ($parts[1] ?? '') . ' ' . ($parts[2] ?? '') . ' ' . (($parts[3] ?? '') ?: (($parts[1] ?? '') === 'https' ? '443' : '80'));
    }

    private function answer(array $message): array
    {
        switch ($message['op']) {
            case 'hello':
                [$client, $version, $can] = $this->identity();
                return ['client' => $client, 'version' => $version, 'can' => explode(' ', $can)];
            case 'open':
            case 'close':
                if ($this->session !== null) {
                    $this->close();
                }
                $this->session = null;
                return $message['op'] === 'close' ? ['ok' => true] : $this->configure(self::DEFAULTS, $message['session']);
            case 'change':
                return $this->configure($this->session, $message['session']);
            case 'request':
                if ($this->session === null) {
                    throw new Failure('internal', 'no session is open');
                }
                if (isset($message['target'])) {
                    throw new Unsupported('target');
                }
                foreach ($message['headers'] as &$field) {
                    $field[1] = iconv('UTF-8', 'ISO-8859-1', $field[1]);
                }
                $message['body'] = isset($message['body']) ? base64_decode($message['body']) : null;
                [$status, $headers, $body] = $this->request($message);
                // Each octet is the character with its number, so that JSON can hold any octets.
                $headers = array_map(fn ($pair) => array_map(fn ($text) => iconv('ISO-8859-1', 'UTF-8', $text), $pair), $headers);
                return ['status' => $status, 'headers' => $headers, 'body' => base64_encode($body)];
            default:
                throw new Unsupported($message['op']);
        }
    }

    private function configure(array $old, array $changes): array
    {
        $honours = explode(' ', $this->identity()[3]);
        foreach ($changes as $key => $value) {
            if (!in_array($key, $honours, true) && !in_array($value, [null, false, []], true)) {
                throw new Unsupported($key);
            }
        }
        $isNew = $this->session === null;
        $this->session = array_merge($old, $changes);
        return ['ok' => true, 'kept' => $this->open($isNew)];
    }
}
