using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading.Tasks;

namespace Acervo.Client
{
    /// <summary>What a call sends: made anew for every try.</summary>
    internal sealed class Body
    {
        private readonly string[] parts;
        private readonly IReadOnlyList<Source> sources;
        private bool opened;

        /// <summary>The mark stands where the bytes of the sources will be.</summary>
        internal Body(object value, byte[] mark, IReadOnlyList<Source> sources)
        {
            var text = Json.Write(value);
            parts = mark == null ? new[] { text } : text.Split(new[] { Convert.ToBase64String(mark) }, StringSplitOptions.None);
            this.sources = sources;
        }

        /// <summary>False once a source has been opened that opens only once.</summary>
        internal bool Again => !opened || !sources.Any(each => each.Once);

        internal bool IsStreamed => sources.Count > 0;

        internal HttpContent Content()
        {
            if (!IsStreamed) return new StringContent(parts[0], Encoding.UTF8, Request.Json);
            return new Streamed(this);
        }

        private sealed class Streamed : HttpContent
        {
            /// <summary>Divisible by three, so that the Base64 of one piece may be joined to the next.</summary>
            private const int Piece = 3 * 64 * 1024;

            private readonly Body body;

            internal Streamed(Body body)
            {
                this.body = body;
                Headers.ContentType = new MediaTypeHeaderValue(Request.Json);
            }

            protected override bool TryComputeLength(out long length)
            {
                length = 0;
                return false;
            }

            protected override async Task SerializeToStreamAsync(Stream to, TransportContext context)
            {
                body.opened = true;
                for (var at = 0; at < body.parts.Length; at++)
                {
                    if (at > 0) await CopyAsync(body.sources[at - 1], to).ConfigureAwait(false);
                    var text = Encoding.UTF8.GetBytes(body.parts[at]);
                    await to.WriteAsync(text, 0, text.Length).ConfigureAwait(false);
                }
            }

            private static async Task CopyAsync(Source source, Stream to)
            {
                var stream = source.Open();
                try
                {
                    var piece = new byte[Piece];
                    int got;
                    while ((got = await FillAsync(stream, piece).ConfigureAwait(false)) > 0)
                    {
                        var text = Encoding.ASCII.GetBytes(Convert.ToBase64String(piece, 0, got));
                        await to.WriteAsync(text, 0, text.Length).ConfigureAwait(false);
                    }
                }
                finally
                {
                    if (!source.Once) stream.Dispose();
                }
            }

            /// <summary>A stream gives what it has; a piece is whole, but for the last one.</summary>
            private static async Task<int> FillAsync(Stream stream, byte[] piece)
            {
                var filled = 0;
                int got;
                while (filled < piece.Length && (got = await stream.ReadAsync(piece, filled, piece.Length - filled).ConfigureAwait(false)) > 0)
                    filled += got;
                return filled;
            }
        }
    }
}
