<?php

declare(strict_types=1);

namespace Acervo;

/** Calls over HTTP: sessions, retries by Retry-After, keys of repeatable creates. */
final class Transport
{
    private const LONGEST_WAIT_SECONDS = 30;
    private const TOKEN_REFUSED = 'TOKEN_INVALIDO';

    private readonly Sessions $sessions;
    private readonly Wire $wire;

    /**
     * @param array{username: string, password: string}|null $credentials
     * @param array<string, mixed>|null $session
     */
    public function __construct(
        private readonly string $url,
        ?array $credentials,
        ?array $session,
        private readonly ?string $token,
        ?\Closure $onSession,
        private readonly ?string $subscriptionKey,
        private readonly int $retries,
    ) {
        $this->sessions = new Sessions($this->post(...), $credentials, $session, $onSession);
        $this->wire = new Wire();
    }

    /**
     * @param array<string, mixed> $inPath
     * @param array<string, mixed> $query
     */
    public function call(Operation $operation, array $inPath = [], array $query = [], mixed $body = null, ?CallOptions $options = null): mixed
    {
        $content = $this->open($operation, $inPath, $query, $body, $options)->content;
        return $operation->accept === Operation::JSON ? json_decode($content, true, 512, JSON_THROW_ON_ERROR) : $content;
    }

    /**
     * @param array<string, mixed> $inPath
     * @param array<string, mixed> $query
     * @param (\Closure(string, Response): void)|null $sink takes the bytes as they come
     */
    public function open(
        Operation $operation,
        array $inPath,
        array $query,
        mixed $body,
        ?CallOptions $options,
        ?\Closure $sink = null,
    ): Response {
        $options ??= new CallOptions();
        $url = $this->url . self::addressOf($operation->path, $inPath, $query);
        $sent = $body === null ? null : new Body($body);
        $headers = $this->headersOf($operation, $sent, $options);
        if (!$operation->secured) {
            return $this->answered($this->sent($operation->method, $url, $headers, $sent, $sink), $options);
        }
        $headers['authorization'] = 'Bearer ' . ($this->token ?? $this->sessions->token());
        try {
            return $this->answered($this->sent($operation->method, $url, $headers, $sent, $sink), $options);
        } catch (AcervoException $refusal) {
            if ($this->token !== null || $refusal->errorCode !== self::TOKEN_REFUSED || ($sent && !$sent->again())) {
                throw $refusal;
            }
        }
        $headers['authorization'] = 'Bearer ' . $this->sessions->renewed();
        return $this->answered($this->sent($operation->method, $url, $headers, $sent, $sink), $options);
    }

    private function answered(Response $response, CallOptions $options): Response
    {
        if ($options->onResponse) {
            ($options->onResponse)($response);
        }
        return $response;
    }

    /**
     * Lists repeat their name; their objects are JSON texts.
     * @param array<string, mixed> $inPath
     * @param array<string, mixed> $query
     */
    private static function addressOf(string $path, array $inPath, array $query): string
    {
        foreach ($inPath as $name => $value) {
            $path = str_replace('{' . $name . '}', rawurlencode((string) $value), $path);
        }
        $pairs = [];
        foreach ($query as $name => $value) {
            foreach (is_array($value) ? $value : [$value] as $each) {
                if ($each !== null) {
                    $text = is_scalar($each) && !is_bool($each) ? (string) $each : json_encode($each, JSON_THROW_ON_ERROR);
                    $pairs[] = rawurlencode($name) . '=' . rawurlencode($text);
                }
            }
        }
        return $pairs === [] ? $path : $path . '?' . implode('&', $pairs);
    }

    /** @return array<string, string> by their names in small letters */
    private function headersOf(Operation $operation, ?Body $body, CallOptions $options): array
    {
        $key = $options->idempotencyKey ?? ($operation->repeatable ? bin2hex(random_bytes(16)) : null);
        return [
            'accept' => $operation->accept,
            ...($body ? ['content-type' => Operation::JSON] : []),
            ...($operation->secured && $this->subscriptionKey !== null ? ['subscriptionkey' => $this->subscriptionKey] : []),
            ...($key !== null ? ['idempotency-key' => $key] : []),
            ...array_change_key_case($options->headers),
        ];
    }

    /**
     * @param array<string, string> $body
     * @return array<string, mixed>
     */
    private function post(string $path, array $body): array
    {
        $headers = ['accept' => Operation::JSON, 'content-type' => Operation::JSON];
        if ($this->subscriptionKey !== null) {
            $headers['subscriptionkey'] = $this->subscriptionKey;
        }
        $response = $this->sent('POST', $this->url . $path, $headers, new Body($body), null, canRepeat: true);
        return json_decode($response->content, true, 512, JSON_THROW_ON_ERROR);
    }

    /**
     * A call with 429 was not executed; the result of a call with 503 or a broken connection is unknown.
     * @param array<string, string> $headers
     */
    private function sent(string $method, string $url, array $headers, ?Body $body, ?\Closure $sink, ?bool $canRepeat = null): Response
    {
        $canRepeat ??= $method === 'GET' || isset($headers['idempotency-key']);
        for ($tried = 0; ; $tried++) {
            $seconds = 2 ** $tried / 4;
            try {
                $response = $this->wire->send($method, $url, $headers, $body, $sink);
                if ($response->status < 300) {
                    return $response;
                }
                $told = $response->header('retry-after') ?? (string) $seconds;
                $isEarly = $response->status === 429 || ($response->status === 503 && $canRepeat);
                $seconds = is_numeric($told) ? (float) $told : INF;
                if ($tried >= $this->retries || !$isEarly || ($body && !$body->again()) || $seconds > self::LONGEST_WAIT_SECONDS) {
                    throw AcervoException::of($response);
                }
            } catch (ConnectionException $problem) {
                // What the sink has taken, only its owner can take back.
                if ($tried >= $this->retries || !$canRepeat || $sink || ($body && !$body->again())) {
                    throw $problem;
                }
            }
            usleep((int) ($seconds * 1_000_000));
        }
    }
}
