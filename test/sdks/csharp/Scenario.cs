using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;
using Acervo.Client;
using Acervo.Client.Models;

/// <summary>The scenario of all SDKs (scripts/sdks/scenario.mjs) with Acervo.Client.</summary>
public static class Scenario
{
    private static Place place;

    public sealed class Told
    {
        public string url, faultyUrl, username, password, number, path, sha256, link, linked;
        public Notification webhook;
    }

    public sealed class Notification
    {
        public string secret, body;
        public Dictionary<string, string> headers;
    }

    /// <summary>A stream of pieces, which can be read once.</summary>
    private sealed class Pieces : Stream
    {
        private readonly IEnumerator<byte[]> pieces;

        internal Pieces(params string[] texts)
        {
            pieces = texts.Select(Encoding.UTF8.GetBytes).GetEnumerator();
        }

        public override bool CanRead => true;
        public override bool CanSeek => false;
        public override bool CanWrite => false;
        public override long Length => throw new NotSupportedException();
        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public override int Read(byte[] into, int from, int count)
        {
            if (!pieces.MoveNext()) return 0;
            pieces.Current.CopyTo(into, from);
            return pieces.Current.Length;
        }

        public override void Flush() => throw new NotSupportedException();
        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
        public override void SetLength(long value) => throw new NotSupportedException();
        public override void Write(byte[] from, int at, int count) => throw new NotSupportedException();
    }

    private static void Done(string step) => Console.WriteLine("step " + step);

    private static void Check(bool holds, object what)
    {
        if (!holds) throw new Exception("not as expected: " + what);
    }

    private static Task<CreatedV3> FileAsync(AcervoClient acervo, string number, FileOf file) =>
        acervo.FileDocumentAsync(
            place,
            new NewDocument { Fields = { ["Número"] = number, ["Data de Emissão"] = "21/11/2026" }, Files = { file } });

    private static async Task<List<string>> SearchAsync(AcervoClient acervo, string number)
    {
        var condition = new FilterCondition { Campo = "Número", Operador = "igual", Valor = number };
        var search = new FindBody { Filtro = new FilterGroup { Todas = new List<FilterCondition> { condition } }, TamanhoPagina = 2 };
        var found = acervo.FindDocuments(place.IdCliente, search).GetAsyncEnumerator();
        var ids = new List<string>();
        while (await found.MoveNextAsync()) ids.Add(found.Current.Id);
        ids.Sort(StringComparer.Ordinal);
        return ids;
    }

    private static async Task<string> ContentOfAsync(AcervoClient acervo, CreatedV3 created)
    {
        var input = new FilesFetchBytesInput { IdImagem = created.Arquivos[0].IdArquivo, IdCliente = place.IdCliente };
        return Encoding.UTF8.GetString(await acervo.Api.Files.FetchBytesAsync(input));
    }

    private static string HeaderOf(IDictionary<string, string> headers, string name) => headers.TryGetValue(name, out var value) ? value : null;

    private static void RefusesWebhook(string secret, IDictionary<string, string> headers, string body)
    {
        try
        {
            Webhooks.Verify(secret, name => HeaderOf(headers, name), Encoding.UTF8.GetBytes(body));
        }
        catch (WebhookException)
        {
            return;
        }
        throw new Exception("took " + body);
    }

    private static Told Read()
    {
        var settings = new DataContractJsonSerializerSettings { UseSimpleDictionaryFormat = true };
        using (var file = File.OpenRead("scenario.json")) return (Told)new DataContractJsonSerializer(typeof(Told), settings).ReadObject(file);
    }

    /// <summary>What the package names must be where it says, on this runtime, whether the scenario comes by or not.</summary>
    private static void CompileAll()
    {
        const BindingFlags Own = BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        foreach (var type in typeof(AcervoClient).Assembly.GetTypes())
        {
            var methods = type.GetMethods(Own).Cast<MethodBase>().Concat(type.GetConstructors(Own)).Where(each => !each.IsAbstract);
            foreach (var method in methods)
            {
                var generic = type.GetGenericArguments().Concat(method.IsGenericMethod ? method.GetGenericArguments() : Type.EmptyTypes);
                RuntimeHelpers.PrepareMethod(method.MethodHandle, generic.Select(_ => typeof(object).TypeHandle).ToArray());
            }
        }
    }

    public static void Main()
    {
        CompileAll();
        PlayAsync(Read()).GetAwaiter().GetResult();
    }

    private static async Task PlayAsync(Told told)
    {
        var sessions = new List<Session>();
        var options = new Options { Username = told.username, Password = told.password, OnSession = sessions.Add };
        var acervo = AcervoClient.Connect(told.url, options);
        var unit = (await acervo.Api.Structure.DescribeAsync())[0];
        var client = unit.Clientes[0];
        var level = client.Arvores.Single(each => each.Nome == "Notas Fiscais");
        place = new Place(unit.IdUnidade, client.IdCliente, level.IdArvoreOrganizacional);
        var begin = (await acervo.Api.Events.FollowAsync(new EventsFollowInput { IdCliente = client.IdCliente, Apos = "fim" })).Proximo;
        Done("login");

        var fromDisk = await FileAsync(acervo, told.number, FileOf.FromPath(told.path));
        Done("path");
        var fromPieces = await FileAsync(acervo, told.number, FileOf.FromStream(new Pieces("Olá, ", "ace", "rvo", "!\n"), "Fluxo.txt"));
        Done("stream");
        var fromLink = await FileAsync(acervo, told.number, FileOf.FromUrl(told.link, "Ligado.txt"));
        Done("url");

        var filed = new[] { fromDisk, fromPieces, fromLink }.Select(each => each.IdDocumento).OrderBy(each => each, StringComparer.Ordinal);
        var found = await SearchAsync(acervo, told.number);
        Check(found.SequenceEqual(filed), string.Join(" ", found));
        Done("search");

        var faulty = AcervoClient.Connect(told.faultyUrl, new Options { Username = told.username, Password = told.password });
        var got = await faulty.DownloadFileAsync(fromDisk.Arquivos[0].IdArquivo, client.IdCliente, "got.bin");
        using (var sha256 = SHA256.Create())
        {
            var digest = BitConverter.ToString(sha256.ComputeHash(File.ReadAllBytes("got.bin"))).Replace("-", "").ToLowerInvariant();
            Check(got == 5000000 && digest == told.sha256, got);
        }
        Check(await ContentOfAsync(acervo, fromPieces) == "Olá, acervo!\n", "the content of the stream");
        Check(await ContentOfAsync(acervo, fromLink) == told.linked, "the content of the link");
        Done("download");

        var follow = new Follow { After = begin.ToString(), Types = new List<string> { "documento.criado" } };
        var events = acervo.FollowEvents(client.IdCliente, follow).GetAsyncEnumerator();
        while (await events.MoveNextAsync() && !fromLink.IdDocumento.Equals(events.Current.Data["idDocumento"])) continue;
        Done("events");

        var webhook = told.webhook;
        var verified = Webhooks.Verify(webhook.secret, name => HeaderOf(webhook.headers, name), Encoding.UTF8.GetBytes(webhook.body));
        Check(verified.Type == "webhook.teste", verified.Type);
        RefusesWebhook(webhook.secret, webhook.headers, webhook.body + " ");
        webhook.headers["webhook-timestamp"] = "1700000000";
        RefusesWebhook(webhook.secret, webhook.headers, webhook.body);
        Done("webhook");

        var repeated = (told.number + "9").Substring(1);
        var once = await FileAsync(faulty, repeated, FileOf.FromPath(told.path));
        found = await SearchAsync(acervo, repeated);
        Check(found.SequenceEqual(new[] { once.IdDocumento }), string.Join(" ", found));
        Done("retry");

        await RefusedAsync(acervo);
        Done("refusal");

        // A session that was kept, whose token no longer works.
        var kept = new Session { Token = "x.y.z", RefreshToken = sessions[0].RefreshToken, IdUsuario = sessions[0].IdUsuario, Login = sessions[0].Login };
        var later = AcervoClient.Connect(told.url, new Options { Session = kept, OnSession = sessions.Add });
        Check((await later.Api.Structure.DescribeAsync())[0].IdUnidade == unit.IdUnidade, kept.Login);
        await later.Api.Limits.LimitsAsync();
        Check(sessions.Count == 2, sessions.Count);
        Done("renewal");
    }

    private static async Task RefusedAsync(AcervoClient acervo)
    {
        try
        {
            await acervo.FileDocumentAsync(place, new NewDocument());
        }
        catch (AcervoException refusal)
        {
            Check(refusal.Code == "ENTRADA_INVALIDA" && refusal.Fields.Count > 0, refusal);
            return;
        }
        throw new Exception("filed without values");
    }
}
