<?php

declare(strict_types=1);

namespace Acervo;

/** An answer of the service. */
final class Response
{
    public int $status = 0;
    public string $content = '';
    /** @var array<string, string> in small letters */
    private array $headers = [];

    public function header(string $name): ?string
    {
        return $this->headers[strtolower($name)] ?? null;
    }

    /** A line of the head: that of the status begins an answer. */
    public function read(string $line): int
    {
        if (preg_match('#^HTTP/\S+ (\d+)#', $line, $found)) {
            $this->status = (int) $found[1];
            $this->headers = [];
        } elseif (str_contains($line, ':')) {
            [$name, $value] = explode(':', $line, 2);
            $this->headers[strtolower(trim($name))] = trim($value);
        }
        return strlen($line);
    }
}
