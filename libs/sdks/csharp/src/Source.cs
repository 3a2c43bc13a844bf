using System;
using System.IO;

namespace Acervo.Client
{
    /// <summary>Bytes that are read while they are sent.</summary>
    internal sealed class Source
    {
        internal Source(Func<Stream> open, bool once = false)
        {
            Open = open;
            Once = once;
        }

        /// <summary>Anew for every try.</summary>
        internal Func<Stream> Open { get; }

        /// <summary>Whether it can be opened only once: a call that has read from it is not repeated.</summary>
        internal bool Once { get; }
    }
}
