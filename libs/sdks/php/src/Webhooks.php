<?php

declare(strict_types=1);

namespace Acervo;

/** Notifications of webhooks (Standard Webhooks). */
final class Webhooks
{
    /**
     * The event of a notification, once its signature is right.
     *
     * @param array<string, string> $headers
     * @param string $body as it came, before anything has read it as JSON
     * @param int $tolerance how old it may be, in seconds
     * @return array<string, mixed>
     */
    public static function verify(string $secret, array $headers, string $body, int $tolerance = 300): array
    {
        $given = array_change_key_case($headers);
        $sentAt = $given['webhook-timestamp'] ?? '';
        if (!preg_match('/^\d{1,12}$/D', $sentAt) || abs(time() - (int) $sentAt) > $tolerance) {
            throw new WebhookException('the time of the notification is missing, or too far from now');
        }
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
        $signed = ($given['webhook-id'] ?? '') . ".{$sentAt}.{$body}";
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
        // Two of them while a secret is being replaced.
        foreach (explode(' ', $given['webhook-signature'] ?? '') as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
            }
        }
        throw new WebhookException('the signature is not of this secret');
    }
}
