<?php

declare(strict_types=1);

namespace Acervo;

/** No answer, or a part of one. */
final class ConnectionException extends \RuntimeException
{
}
