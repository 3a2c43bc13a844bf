<?php

declare(strict_types=1);

namespace Acervo;

/** Bytes that are read while they are sent: may stand wherever a body has Base64. */
final class Source implements \JsonSerializable
{
    public readonly string $mark;

    /**
     * @param \Closure(): resource $open anew for every try
     * @param bool $once it can be opened only once: a call that has read from it is not repeated
     */
    public function __construct(public readonly \Closure $open, public readonly bool $once = false)
    {
        $this->mark = 'source-' . bin2hex(random_bytes(16));
    }

    /** Stands in the JSON where its bytes will be. */
    public function jsonSerialize(): string
    {
        return $this->mark;
    }
}
