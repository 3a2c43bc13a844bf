<?php

declare(strict_types=1);

namespace Acervo;

/** Of one call. */
final class CallOptions
{
    /**
     * @param string|null $idempotencyKey the same call under the same key happens once; creates get a new key unless given
     * @param array<string, string> $headers
     * @param (\Closure(Response): void)|null $onResponse sees status and headers of the answer, as ETag
     */
    public function __construct(
        public readonly ?string $idempotencyKey = null,
        public readonly array $headers = [],
        public readonly ?\Closure $onResponse = null,
    ) {
    }
}
