<?php

declare(strict_types=1);

namespace Acervo;

/** What a call sends: made anew for every try. */
final class Body
{
    /** Divisible by three, so that the Base64 of one piece may be joined to the next. */
    private const PIECE = 3 * 64 * 1024;

    /** @var list<string> texts between the contents of sources */
    private readonly array $parts;
    /** @var list<Source> in the order of the text */
    private array $sources = [];
    private bool $opened = false;

    public function __construct(mixed $value)
    {
        $text = json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION);
        self::walk($value, function (Source $source): void {
            $this->sources[] = $source;
        });
        $marks = array_map(static fn (Source $source) => $source->mark, $this->sources);
        $this->parts = $marks === [] ? [$text] : preg_split('/' . implode('|', $marks) . '/', $text);
    }

    private static function walk(mixed $value, \Closure $found): void
    {
        if ($value instanceof Source) {
            $found($value);
        } elseif (is_array($value)) {
            foreach ($value as $each) {
                self::walk($each, $found);
            }
        }
    }

    /** False once a source has been opened that opens only once. */
    public function again(): bool
    {
        return !$this->opened || array_filter($this->sources, static fn (Source $source) => $source->once) === [];
    }

    /** The whole text, or null where it has to be read in pieces. */
    public function text(): ?string
    {
        return $this->sources === [] ? $this->parts[0] : null;
    }

    /** @return \Generator<string> */
    public function pieces(): \Generator
    {
        $this->opened = true;
        foreach ($this->parts as $at => $part) {
            if ($at > 0) {
                yield from self::base64($this->sources[$at - 1]);
            }
            yield $part;
        }
    }

    /** @return \Generator<string> */
    private static function base64(Source $source): \Generator
    {
        $stream = ($source->open)();
        $rest = '';
        while (!feof($stream)) {
            $rest .= fread($stream, self::PIECE);
            $whole = strlen($rest) - strlen($rest) % 3;
            if ($whole > 0) {
                yield base64_encode(substr($rest, 0, $whole));
                $rest = substr($rest, $whole);
            }
        }
        if ($rest !== '') {
            yield base64_encode($rest);
        }
        if (!$source->once) {
            fclose($stream);
        }
    }
}
