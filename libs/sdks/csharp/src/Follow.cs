using System;
using System.Collections.Generic;

namespace Acervo.Client
{
    /// <summary>Where <see cref="AcervoClient.FollowEvents"/> begins, and what it gives.</summary>
    public sealed class Follow
    {
        /// <summary>Position after which to read; "fim": from now on. Without it: from the first event.</summary>
        public string After { get; set; }

        /// <summary>That of the answer with the position, if it had one.</summary>
        public string Epoch { get; set; }

        /// <summary>Those of these types only, as "documento.*".</summary>
        public List<string> Types { get; set; }

        /// <summary>
        /// Called once all events up to this position have been handled: store it, with the epoch if there is one, and go on from there.
        /// </summary>
        public Action<long, string> OnPosition { get; set; }
    }
}
