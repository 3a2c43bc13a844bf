<?php

declare(strict_types=1);

namespace Acervo;

/** One file of a new document. */
final class FileOf
{
    private const TYPES = [
        'csv' => 'text/csv',
        'docx' => 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'jpeg' => 'image/jpeg',
        'jpg' => 'image/jpeg',
        'p7s' => 'application/pkcs7-signature',
        'pdf' => 'application/pdf',
        'png' => 'image/png',
        'tif' => 'image/tiff',
        'tiff' => 'image/tiff',
        'txt' => 'text/plain',
        'xlsx' => 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'xml' => 'application/xml',
        'zip' => 'application/zip',
    ];

    private function __construct(
        private readonly string $name,
        private readonly Source|string $content,
        private readonly ?string $contentType,
        private readonly ?bool $shared,
    ) {
    }

    /** Read from the disk while it is sent, anew for every try. */
    public static function fromPath(string $path, ?string $name = null, ?string $contentType = null, ?bool $shared = null): self
    {
        $open = static fn () => @fopen($path, 'rb') ?: throw new \RuntimeException("{$path} cannot be read");
        return new self($name ?? basename($path), new Source($open), $contentType, $shared);
    }

    /**
     * A stream is read once: a call that has read from it is not repeated.
     * @param resource $stream
     */
    public static function fromStream($stream, string $name, ?string $contentType = null, ?bool $shared = null): self
    {
        return new self($name, new Source(static fn () => $stream, once: true), $contentType, $shared);
    }

    public static function fromBytes(string $content, string $name, ?string $contentType = null, ?bool $shared = null): self
    {
        $open = static function () use ($content) {
            $stream = fopen('php://memory', 'w+b');
            fwrite($stream, $content);
            rewind($stream);
            return $stream;
        };
        return new self($name, new Source($open), $contentType, $shared);
    }

    /** The service fetches it from there. */
    public static function fromUrl(string $url, string $name, ?string $contentType = null, ?bool $shared = null): self
    {
        return new self($name, $url, $contentType, $shared);
    }

    /** @return array<string, mixed> */
    public function wire(): array
    {
        $dot = strrpos($this->name, '.');
        [$title, $extension] = $dot ? [substr($this->name, 0, $dot), substr($this->name, $dot + 1)] : [$this->name, ''];
        return [
            ...($this->content instanceof Source ? ['arquivo' => $this->content] : ['linkArquivo' => $this->content]),
            'contentType' => $this->contentType ?? self::TYPES[strtolower($extension)] ?? 'application/octet-stream',
            'extensao' => $extension,
            'nomeAmigavel' => $title,
            ...($this->shared === null ? [] : ['compartilhado' => $this->shared]),
        ];
    }
}
