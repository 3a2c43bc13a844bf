using System;
using System.Collections.Generic;
using System.Net.Http.Headers;

namespace Acervo.Client
{
    /// <summary>Of one call.</summary>
    public sealed class CallOptions
    {
        /// <summary>The same call under the same key happens once. Creates get a new key unless given.</summary>
        public string IdempotencyKey { get; set; }

        /// <summary>Sent besides the client's own, or instead of them.</summary>
        public IDictionary<string, string> Headers { get; } = new Dictionary<string, string>();

        /// <summary>Sees the headers of the answer, as ETag.</summary>
        public Action<HttpResponseHeaders> OnHeaders { get; set; }
    }
}
