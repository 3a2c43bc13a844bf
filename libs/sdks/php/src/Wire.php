<?php

declare(strict_types=1);

namespace Acervo;

/** One exchange over HTTP, by curl; its connection is kept for the next. */
final class Wire
{
    private const CONNECT_SECONDS = 30;
    private const SILENT_SECONDS = 300;

    private readonly \CurlHandle $curl;

    public function __construct()
    {
        $this->curl = curl_init();
    }

    /**
     * @param array<string, string> $headers
     * @param (\Closure(string, Response): void)|null $sink takes the bytes of a good answer as they come
     */
    public function send(string $method, string $url, array $headers, ?Body $body, ?\Closure $sink): Response
    {
        $response = new Response();
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            // Nothing is to be waited for before a body is sent.
            CURLOPT_HTTPHEADER => ['expect:', ...array_map(static fn ($name, $value) => "{$name}: {$value}", array_keys($headers), $headers)],
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
            CURLOPT_CONNECTTIMEOUT => self::CONNECT_SECONDS,
            CURLOPT_LOW_SPEED_LIMIT => 1,
            CURLOPT_LOW_SPEED_TIME => self::SILENT_SECONDS,
            CURLOPT_HEADERFUNCTION => static fn ($curl, string $line) => $response->read($line),
            CURLOPT_WRITEFUNCTION => static function ($curl, string $piece) use ($response, $sink): int {
                if ($sink && $response->status < 300) {
                    $sink($piece, $response);
                } else {
                    $response->content .= $piece;
                }
                return strlen($piece);
            },
        ] + self::bodyOptions($body));
        if (curl_exec($this->curl) === false) {
            throw new ConnectionException(curl_error($this->curl), curl_errno($this->curl));
        }
        return $response;
    }

    /** @return array<int, mixed> */
    private static function bodyOptions(?Body $body): array
    {
        $text = $body?->text();
        if ($body === null || $text !== null) {
            return $text === null ? [] : [CURLOPT_POSTFIELDS => $text];
        }
        $pieces = $body->pieces();
        $rest = '';
        $read = static function ($curl, $stream, int $length) use ($pieces, &$rest): string {
            while ($rest === '' && $pieces->valid()) {
                $rest = $pieces->current();
                $pieces->next();
            }
            $part = substr($rest, 0, $length);
            $rest = substr($rest, $length);
            return $part;
        };
        // Of unknown length: sent in chunks.
        return [CURLOPT_UPLOAD => true, CURLOPT_READFUNCTION => $read];
    }
}
