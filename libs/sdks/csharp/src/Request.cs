using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;

namespace Acervo.Client
{
    /// <summary>A call of an operation as the service's OpenAPI document describes it.</summary>
    internal sealed class Request
    {
        internal const string Json = "application/json";
        internal const string Bytes = "application/octet-stream";

        private readonly List<string> query = new List<string>();
        private string path;
        private object body;
        private byte[] mark;
        private IReadOnlyList<Source> sources = new Source[0];

        internal Request(string method, string path, bool repeatable, bool secured, string accept)
        {
            Method = method;
            Repeatable = repeatable;
            Secured = secured;
            Accept = accept;
            this.path = path;
        }

        internal string Method { get; }

        internal bool Repeatable { get; }

        internal bool Secured { get; }

        internal string Accept { get; }

        internal string Address => query.Count == 0 ? path : path + "?" + string.Join("&", query);

        internal Request Path(string name, object value)
        {
            if (value == null) throw new ArgumentException(name + " is needed");
            path = path.Replace("{" + name + "}", Encoded(value));
            return this;
        }

        /// <summary>Lists repeat their name.</summary>
        internal Request Query(string name, object value)
        {
            if (value is IEnumerable values && !(value is string))
                foreach (var each in values) Query(name, each);
            else if (value != null) query.Add(Encoded(name) + "=" + Encoded(value));
            return this;
        }

        internal Request Body(object value)
        {
            body = value;
            return this;
        }

        /// <summary>Where the body has the mark, it will have the bytes of the next source.</summary>
        internal Request Sources(byte[] mark, IReadOnlyList<Source> sources)
        {
            this.mark = mark;
            this.sources = sources;
            return this;
        }

        internal Body Content() => body == null ? null : new Body(body, mark, sources);

        private static string Encoded(object value)
        {
            var text = value is bool truth ? (truth ? "true" : "false") : Convert.ToString(value, CultureInfo.InvariantCulture);
            return Uri.EscapeDataString(text);
        }
    }
}
