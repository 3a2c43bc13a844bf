<?php

declare(strict_types=1);

namespace Acervo;

/** A client of the archive: every operation, and the everyday ones in one call each. */
final class Acervo
{
    private const LONGEST_WAIT_SECONDS = 25;
    private const DOWNLOAD_RETRIES = 5;

    /** Every operation of the service, by its group. */
    public readonly Api $api;

    private function __construct(private readonly Transport $transport)
    {
        $this->api = new Api($transport);
    }

    /**
     * Nothing is sent before the first call, which logs in.
     *
     * @param array<string, mixed>|null $session of an earlier login
     * @param string|null $token an access token to be sent as it is, instead of a login
     * @param (\Closure(array<string, mixed>): void)|null $onSession called after every login and renewal, to store the session
     * @param string|null $subscriptionKey of the client and unit, where the service demands one
     * @param int $retries of calls that met a busy service or a broken connection
     */
    public static function connect(
        string $url,
        ?string $username = null,
        ?string $password = null,
        ?array $session = null,
        ?string $token = null,
        ?\Closure $onSession = null,
        ?string $subscriptionKey = null,
        int $retries = 2,
    ): self {
        $credentials = $username !== null && $password !== null ? ['username' => $username, 'password' => $password] : null;
        return new self(new Transport(rtrim($url, '/'), $credentials, $session, $token, $onSession, $subscriptionKey, $retries));
    }

    /**
     * Files a document in one call: everything is stored, or nothing.
     *
     * @param array{idUnidade: string, idCliente: string, idArvoreOrganizacional: string} $place
     * @param array<string, string> $fields values by the label of the field
     * @param list<FileOf> $files
     * @param string|null $externalKey your own id of the document, unique in the client
     * @return array<string, mixed>
     */
    public function fileDocument(
        array $place,
        array $fields = [],
        array $files = [],
        ?string $externalKey = null,
        ?CallOptions $options = null,
    ): array {
        $values = [];
        foreach ($fields as $label => $value) {
            $values[] = ['label' => (string) $label, 'valorCampo' => $value];
        }
        $body = ['valoresCampos' => $values, 'arquivos' => array_map(static fn (FileOf $file) => $file->wire(), $files)];
        if ($externalKey !== null) {
            $body['chaveExterna'] = $externalKey;
        }
        return $this->api->documents->createV3(...$place, body: $body, options: $options);
    }

    /**
     * All documents that a search finds, in its order: asks for the next page when it is needed.
     *
     * @param array<string, mixed> $search
     * @return \Generator<array<string, mixed>>
     */
    public function findDocuments(string $idCliente, array $search): \Generator
    {
        do {
            $page = $this->api->findDocuments->find(idCliente: $idCliente, body: $search === [] ? new \stdClass() : $search);
            foreach ($page['documentos'] as $document) {
                yield $document;
            }
            $search['cursor'] = $page['proximo'];
        } while ($page['proximo'] !== null);
    }

    /**
     * The events of a client, oldest first, without end: waits for the next one.
     *
     * @param string|null $apos position after which to read; 'fim': from now on; null: from the first event
     * @param string|null $epoca that of the answer with the position, if it had one
     * @param list<string>|null $tipo
     * @param (\Closure(int, string|null): void)|null $onPosition called once all events up to a position have been handled: store it, with
     *     the epoch if there is one, and go on from there
     * @return \Generator<array<string, mixed>>
     */
    public function followEvents(
        string $idCliente,
        ?string $apos = null,
        ?string $epoca = null,
        ?array $tipo = null,
        ?\Closure $onPosition = null,
    ): \Generator {
        while (true) {
            $page = $this->api->events->follow(
                idCliente: $idCliente,
                apos: $apos,
                epoca: $epoca,
                tipo: $tipo,
                espera: self::LONGEST_WAIT_SECONDS,
            );
            foreach ($page['eventos'] as $event) {
                yield $event;
            }
            [$apos, $epoca] = [(string) $page['proximo'], $page['epoca'] ?? $epoca];
            if ($onPosition) {
                $onPosition($page['proximo'], $epoca);
            }
        }
    }

    /**
     * Writes the bytes of a file to a path, which has its whole content or is not there; tells their number. A broken download goes on where
     * it broke.
     */
    public function downloadFile(string $idImagem, string $idCliente, string $path): int
    {
        $unfinished = "{$path}.part";
        $file = fopen($unfinished, 'wb') ?: throw new \RuntimeException("{$unfinished} cannot be written");
        try {
            $got = $this->fetchInto($file, ['idImagem' => $idImagem, 'idCliente' => $idCliente]);
            fclose($file);
            rename($unfinished, $path);
            return $got;
        } finally {
            if (is_file($unfinished)) {
                unlink($unfinished);
            }
        }
    }

    /**
     * @param resource $file
     * @param array<string, string> $place
     */
    private function fetchInto($file, array $place): int
    {
        $operation = new Operation('GET', '/api/Arquivo/{idImagem}/Cliente/{idCliente}', false, true, 'application/octet-stream');
        $etag = null;
        for ($left = self::DOWNLOAD_RETRIES; ; $left--) {
            $got = ftell($file);
            $headers = $got > 0 && $etag !== null ? ['range' => "bytes={$got}-", 'if-range' => $etag] : [];
            $begun = false;
            $sink = static function (string $piece, Response $response) use ($file, &$etag, &$begun): void {
                if (!$begun && $response->status !== 206) {
                    ftruncate($file, 0);
                    rewind($file);
                }
                [$begun, $etag] = [true, $response->header('etag')];
                fwrite($file, $piece);
            };
            try {
                $this->transport->open($operation, $place, [], null, new CallOptions(headers: $headers), $sink);
                return ftell($file);
            } catch (ConnectionException $problem) {
                if ($left <= 0) {
                    throw $problem;
                }
            }
        }
    }
}
