<?php

declare(strict_types=1);

namespace Acervo;

/** A refusal. With a status below 500 nothing was changed; above, the result may be unknown. */
final class AcervoException extends \RuntimeException
{
    /**
     * @param string $errorCode stable, as DOCUMENTO_INEXISTENTE; '' when something between here and the service answered
     * @param list<array{campo: string, codigo: string, mensagem: string}> $fields where in the request, in its own names, and what
     * @param string|null $requestId for the support
     */
    private function __construct(
        public readonly int $status,
        public readonly string $errorCode,
        string $message,
        public readonly array $fields,
        public readonly ?string $requestId,
    ) {
        parent::__construct($message, $status);
    }

    public static function of(Response $response): self
    {
        $told = json_decode($response->content, true);
        $requestId = $response->header('x-request-id');
        if (!is_array($told) || !isset($told['codigo'])) {
            return new self($response->status, '', $response->content, [], $requestId);
        }
        return new self($response->status, $told['codigo'], $told['mensagem'] ?? '', $told['erros'] ?? [], $requestId);
    }
}
