using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using Acervo.Client.Models;

namespace Acervo.Client
{
    /// <summary>A client of the archive, for all threads: every operation, and the everyday ones in one call each.</summary>
    public sealed class AcervoClient
    {
        private const long LongestWaitSeconds = 25;
        private const int DownloadRetries = 5;
        private const int BufferBytes = 81920;

        private readonly Transport transport;

        private AcervoClient(Transport transport)
        {
            this.transport = transport;
            Api = new Api(transport);
        }

        /// <summary>Every operation of the service, by its group.</summary>
        public Api Api { get; }

        /// <summary>Nothing is sent before the first call, which logs in.</summary>
        public static AcervoClient Connect(string url, Options options) => new AcervoClient(new Transport(url, options));

        /// <summary>Files a document in one call: everything is stored, or nothing.</summary>
        public Task<CreatedV3> FileDocumentAsync(
            Place place, NewDocument document, CallOptions options = null, CancellationToken cancellation = default(CancellationToken))
        {
            var mark = new byte[24];
            using (var random = RandomNumberGenerator.Create()) random.GetBytes(mark);
            var body = new CreateDocumentV3
            {
                ChaveExterna = document.ExternalKey,
                ValoresCampos = document.Fields.Select(each => new IndexerValue { Label = each.Key, ValorCampo = each.Value }).ToList(),
                Arquivos = document.Files.Select(each => each.Wire(mark)).ToList(),
            };
            var request = new Request("POST", "/api/v3/Documento", true, true, Request.Json)
                .Query("idUnidade", place.IdUnidade)
                .Query("idCliente", place.IdCliente)
                .Query("idArvoreOrganizacional", place.IdArvoreOrganizacional)
                .Body(body)
                .Sources(mark, document.Files.Select(each => each.Source).Where(each => each != null).ToList());
            return transport.CallAsync<CreatedV3>(request, options, cancellation);
        }

        /// <summary>All documents that a search finds, in its order: asks for the next page when it is needed.</summary>
        public Pages<FoundDocumentAnswer> FindDocuments(
            string idCliente, FindBody search, CancellationToken cancellation = default(CancellationToken)) =>
            new Pages<FoundDocumentAnswer>(() =>
            {
                // The caller's own is left as it is.
                var body = Json.Read<FindBody>(Json.Write(search));
                var ended = false;
                return async () =>
                {
                    if (ended) return null;
                    var input = new FindDocumentsFindInput { IdCliente = idCliente, Body = body };
                    var page = await Api.FindDocuments.FindAsync(input, null, cancellation).ConfigureAwait(false);
                    body.Cursor = page.Proximo;
                    ended = page.Proximo == null;
                    return page.Documentos;
                };
            });

        /// <summary>The events of a client, oldest first, without end: waits for the next one.</summary>
        public Pages<CloudEvent> FollowEvents(
            string idCliente, Follow follow, CancellationToken cancellation = default(CancellationToken)) =>
            new Pages<CloudEvent>(() =>
            {
                var input = new EventsFollowInput
                {
                    IdCliente = idCliente,
                    Apos = follow.After,
                    Epoca = follow.Epoch,
                    Tipo = follow.Types,
                    Espera = LongestWaitSeconds,
                };
                long? position = null;
                return async () =>
                {
                    if (position != null) follow.OnPosition?.Invoke(position.Value, input.Epoca);
                    var page = await Api.Events.FollowAsync(input, null, cancellation).ConfigureAwait(false);
                    position = page.Proximo;
                    input.Apos = page.Proximo.ToString();
                    input.Epoca = page.Epoca ?? input.Epoca;
                    return page.Eventos;
                };
            });

        /// <summary>
        /// Writes the bytes of a file to a path, which has its whole content or is not there; tells their number. A broken download goes on
        /// where it broke.
        /// </summary>
        public async Task<long> DownloadFileAsync(
            string idImagem, string idCliente, string path, CancellationToken cancellation = default(CancellationToken))
        {
            var unfinished = path + ".part";
            try
            {
                var got = await FetchAsync(unfinished, idImagem, idCliente, cancellation).ConfigureAwait(false);
                if (File.Exists(path)) File.Replace(unfinished, path, null);
                else File.Move(unfinished, path);
                return got;
            }
            finally
            {
                File.Delete(unfinished);
            }
        }

        private async Task<long> FetchAsync(string path, string idImagem, string idCliente, CancellationToken cancellation)
        {
            string etag = null;
            using (var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, BufferBytes, useAsync: true))
            {
                for (var left = DownloadRetries; ; left--)
                {
                    var options = new CallOptions();
                    if (file.Position > 0 && etag != null)
                    {
                        options.Headers["Range"] = "bytes=" + file.Position + "-";
                        options.Headers["If-Range"] = etag;
                    }
                    var request = new Request("GET", "/api/Arquivo/{idImagem}/Cliente/{idCliente}", false, true, Request.Bytes)
                        .Path("idImagem", idImagem)
                        .Path("idCliente", idCliente);
                    try
                    {
                        using (var answer = await transport.OpenAsync(request, options, cancellation).ConfigureAwait(false))
                        {
                            if (answer.StatusCode != HttpStatusCode.PartialContent) file.SetLength(0);
                            etag = Transport.HeaderOf(answer, "etag");
                            var whole = file.Position + answer.Content.Headers.ContentLength;
                            using (var content = await answer.Content.ReadAsStreamAsync().ConfigureAwait(false))
                                await content.CopyToAsync(file, BufferBytes, cancellation).ConfigureAwait(false);
                            // Not every runtime tells that a connection broke.
                            if (whole != null && file.Position != whole) throw new IOException("the connection broke");
                            return file.Position;
                        }
                    }
                    catch (Exception problem) when (Transport.IsOfConnection(problem) && left > 0 && !cancellation.IsCancellationRequested)
                    {
                        // Goes on where it broke.
                    }
                }
            }
        }
    }
}
