<?php

// The scenario of all SDKs (scripts/sdks/scenario.mjs) with acervo-example/client: php scenario.php FOLDER

declare(strict_types=1);

use Acervo\Acervo;
use Acervo\AcervoException;
use Acervo\FileOf;
use Acervo\Webhooks;
use Acervo\WebhookException;

// What Composer's autoloader would do by its composer.json.
spl_autoload_register(static function (string $class) use ($argv): void {
    require $argv[1] . '/src/' . str_replace('\\', '/', substr($class, strlen('Acervo\\'))) . '.php';
});
set_error_handler(static fn (int $level, string $message) => throw new ErrorException($message, 0, $level));

function done(string $step): void
{
    echo "step {$step}\n";
}

function check(bool $holds, mixed $what = null): void
{
    if (!$holds) {
        throw new LogicException(json_encode($what));
    }
}

function refused(string $class, Closure $call): Exception
{
    try {
        $call();
    } catch (Exception $refusal) {
        check($refusal instanceof $class, (string) $refusal);
        return $refusal;
    }
    throw new LogicException("no {$class}");
}

$told = json_decode(file_get_contents('scenario.json'), true, 512, JSON_THROW_ON_ERROR);
['username' => $username, 'password' => $password, 'number' => $number, 'webhook' => $webhook] = $told;

$sessions = [];
$keep = static function (array $session) use (&$sessions): void {
    $sessions[] = $session;
};
$acervo = Acervo::connect($told['url'], username: $username, password: $password, onSession: $keep);
$unit = $acervo->api->structure->describe()[0];
$client = $unit['clientes'][0];
[$level] = array_values(array_filter($client['arvores'], static fn (array $each) => $each['nome'] === 'Notas Fiscais'));
$idCliente = $client['idCliente'];
$place = ['idUnidade' => $unit['idUnidade'], 'idCliente' => $idCliente, 'idArvoreOrganizacional' => $level['idArvoreOrganizacional']];
$begin = $acervo->api->events->follow(idCliente: $idCliente, apos: 'fim')['proximo'];
done('login');

$fieldsOf = static fn (string $number) => ['Número' => $number, 'Data de Emissão' => '21/11/2026'];
$fields = $fieldsOf($number);
$fromDisk = $acervo->fileDocument($place, $fields, [FileOf::fromPath($told['path'])]);
done('path');
$stream = popen('printf "Olá, "; sleep 0.1; printf "acervo!\n"', 'r');
$fromPieces = $acervo->fileDocument($place, $fields, [FileOf::fromStream($stream, 'Fluxo.txt')]);
done('stream');
$fromLink = $acervo->fileDocument($place, $fields, [FileOf::fromUrl($told['link'], 'Ligado.txt')]);
done('url');

$search = static function (string $number) use ($acervo, $idCliente): array {
    $filter = ['todas' => [['campo' => 'Número', 'operador' => 'igual', 'valor' => $number]]];
    $found = $acervo->findDocuments($idCliente, ['filtro' => $filter, 'tamanhoPagina' => 2]);
    $ids = array_column(iterator_to_array($found, false), 'id');
    sort($ids);
    return $ids;
};
$filed = array_column([$fromDisk, $fromPieces, $fromLink], 'idDocumento');
sort($filed);
check($search($number) === $filed, [$search($number), $filed]);
done('search');

$faulty = Acervo::connect($told['faultyUrl'], username: $username, password: $password);
$fileOf = static fn (array $created) => $created['arquivos'][0]['idArquivo'];
check($faulty->downloadFile($fileOf($fromDisk), $idCliente, 'got.bin') === 5_000_000);
check(hash_file('sha256', 'got.bin') === $told['sha256'] && !file_exists('got.bin.part'));
check($acervo->api->files->fetchBytes(idImagem: $fileOf($fromPieces), idCliente: $idCliente) === "Olá, acervo!\n");
check($acervo->api->files->fetchBytes(idImagem: $fileOf($fromLink), idCliente: $idCliente) === $told['linked']);
done('download');

foreach ($acervo->followEvents($idCliente, apos: (string) $begin, tipo: ['documento.criado']) as $event) {
    if ($event['data']['idDocumento'] === $fromLink['idDocumento']) {
        break;
    }
}
done('events');

['secret' => $secret, 'headers' => $headers, 'body' => $body] = $webhook;
check(Webhooks::verify($secret, $headers, $body)['type'] === 'webhook.teste');
refused(WebhookException::class, static fn () => Webhooks::verify($secret, $headers, "{$body} "));
refused(WebhookException::class, static fn () => Webhooks::verify($secret, ['webhook-timestamp' => '1700000000'] + $headers, $body));
done('webhook');

$repeated = substr("{$number}9", 1);
$once = $faulty->fileDocument($place, $fieldsOf($repeated), [FileOf::fromPath($told['path'])]);
check($search($repeated) === [$once['idDocumento']], $search($repeated));
done('retry');

check(refused(AcervoException::class, static fn () => $acervo->fileDocument($place))->errorCode === 'ENTRADA_INVALIDA');
done('refusal');

// A session that was kept, whose token no longer works.
$later = Acervo::connect($told['url'], session: ['Token' => 'x.y.z'] + $sessions[0], onSession: $keep);
check($later->api->structure->describe()[0]['idUnidade'] === $unit['idUnidade'] && $later->api->limits->limits() && count($sessions) === 2);
done('renewal');
