<?php

declare(strict_types=1);

namespace Acervo;

/** Logs in with the first call, and renews what has expired. */
final class Sessions
{
    /**
     * @param \Closure(string, array<string, string>): array<string, mixed> $post
     * @param array{username: string, password: string}|null $credentials
     * @param array<string, mixed>|null $session of an earlier login
     * @param (\Closure(array<string, mixed>): void)|null $onSession
     */
    public function __construct(
        private readonly \Closure $post,
        private readonly ?array $credentials,
        private ?array $session,
        private readonly ?\Closure $onSession,
    ) {
    }

    public function token(): string
    {
        return ($this->session ?? $this->kept($this->login()))['Token'];
    }

    public function renewed(): string
    {
        return $this->kept($this->renew())['Token'];
    }

    /**
     * @param array<string, mixed> $session
     * @return array<string, mixed>
     */
    private function kept(array $session): array
    {
        $this->session = $session;
        if ($this->onSession) {
            ($this->onSession)($session);
        }
        return $session;
    }

    /** @return array<string, mixed> */
    private function renew(): array
    {
        if ($this->session === null) {
            return $this->login();
        }
        ['IdUsuario' => $id, 'Login' => $login, 'RefreshToken' => $token] = $this->session;
        try {
            return ($this->post)('/api/Autenticacao/RefreshToken', ['idUsuario' => $id, 'username' => $login, 'refreshToken' => $token]);
        } catch (AcervoException $refusal) {
            if ($refusal->status !== 401 || $this->credentials === null) {
                throw $refusal;
            }
            return $this->login();
        }
    }

    /** @return array<string, mixed> */
    private function login(): array
    {
        if ($this->credentials === null) {
            throw new \LogicException('username and password, a session or a token are needed');
        }
        return ($this->post)('/api/Autenticacao/Login', $this->credentials);
    }
}
