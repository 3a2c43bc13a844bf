<?php

declare(strict_types=1);

namespace Acervo;

/** A notification that no webhook with this secret has sent, or that is too old. */
final class WebhookException extends \RuntimeException
{
}
