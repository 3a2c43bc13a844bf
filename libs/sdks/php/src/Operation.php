<?php

declare(strict_types=1);

namespace Acervo;

/** An operation as the service's OpenAPI document describes it. */
final class Operation
{
    public const JSON = 'application/json';

    /** @param string $path with {name} where a value of the input stands */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly bool $repeatable,
        public readonly bool $secured,
        public readonly string $accept = self::JSON,
    ) {
    }
}
