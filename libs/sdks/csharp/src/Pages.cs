using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Acervo.Client
{
    /// <summary>What stands on pages, one after the other, for <c>await foreach</c>: asks for the next page when it is needed.</summary>
    public sealed class Pages<T>
    {
        private readonly Func<Func<Task<IReadOnlyList<T>>>> begin;

        /// <param name="begin">gives what gives the next page, and null after the last one</param>
        internal Pages(Func<Func<Task<IReadOnlyList<T>>>> begin)
        {
            this.begin = begin;
        }

        /// <summary>Begins with the first page.</summary>
        public Cursor GetAsyncEnumerator() => new Cursor(begin());

        /// <summary>Where a reader is.</summary>
        public sealed class Cursor
        {
            private readonly Func<Task<IReadOnlyList<T>>> nextPage;
            private IReadOnlyList<T> page = new T[0];
            private int at = -1;

            internal Cursor(Func<Task<IReadOnlyList<T>>> nextPage)
            {
                this.nextPage = nextPage;
            }

            /// <summary>Once <see cref="MoveNextAsync"/> has told that there is one.</summary>
            public T Current => page[at];

            /// <summary>False after the last one.</summary>
            public async Task<bool> MoveNextAsync()
            {
                at++;
                while (at >= page.Count)
                {
                    var next = await nextPage().ConfigureAwait(false);
                    if (next == null) return false;
                    page = next;
                    at = 0;
                }
                return true;
            }
        }
    }
}
