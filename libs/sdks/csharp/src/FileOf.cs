using System;
using System.Collections.Generic;
using System.IO;
using Acervo.Client.Models;

namespace Acervo.Client
{
    /// <summary>One file of a new document. Its type is told by the extension, unless given; shared ones get a share link.</summary>
    public sealed class FileOf
    {
        private static readonly Dictionary<string, string> Types = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
        {
            ["csv"] = "text/csv",
            ["docx"] = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            ["jpeg"] = "image/jpeg",
            ["jpg"] = "image/jpeg",
            ["p7s"] = "application/pkcs7-signature",
            ["pdf"] = "application/pdf",
            ["png"] = "image/png",
            ["tif"] = "image/tiff",
            ["tiff"] = "image/tiff",
            ["txt"] = "text/plain",
            ["xlsx"] = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            ["xml"] = "application/xml",
            ["zip"] = "application/zip",
        };

        private readonly string name;
        private readonly string url;
        private readonly string contentType;
        private readonly bool? shared;

        private FileOf(string name, string url, Source source, string contentType, bool? shared)
        {
            this.name = name;
            this.url = url;
            this.contentType = contentType;
            this.shared = shared;
            Source = source;
        }

        internal Source Source { get; }

        /// <summary>Read from the disk while it is sent, anew for every try.</summary>
        public static FileOf FromPath(string path, string contentType = null, bool? shared = null) =>
            new FileOf(Path.GetFileName(path), null, new Source(() => File.OpenRead(path)), contentType, shared);

        /// <summary>A stream is read once: a call that has read from it is not repeated.</summary>
        public static FileOf FromStream(Stream stream, string name, string contentType = null, bool? shared = null) =>
            new FileOf(name, null, new Source(() => stream, once: true), contentType, shared);

        /// <summary>Sent as they are.</summary>
        public static FileOf FromBytes(byte[] content, string name, string contentType = null, bool? shared = null) =>
            new FileOf(name, null, new Source(() => new MemoryStream(content)), contentType, shared);

        /// <summary>The service fetches it from there.</summary>
        public static FileOf FromUrl(string url, string name, string contentType = null, bool? shared = null) =>
            new FileOf(name, url, null, contentType, shared);

        internal FileV3 Wire(byte[] mark)
        {
            var dot = name.LastIndexOf('.');
            var extension = dot > 0 ? name.Substring(dot + 1) : "";
            return new FileV3
            {
                NomeAmigavel = dot > 0 ? name.Substring(0, dot) : name,
                Extensao = extension,
                ContentType = contentType ?? (Types.TryGetValue(extension, out var known) ? known : Request.Bytes),
                Compartilhado = shared,
                LinkArquivo = url,
                Arquivo = url == null ? mark : null,
            };
        }
    }
}
