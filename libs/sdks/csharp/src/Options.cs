using System;
using System.Net.Http;

namespace Acervo.Client
{
    /// <summary>Of a connection. One of user name with password, session or token is needed.</summary>
    public sealed class Options
    {
        /// <summary>With <see cref="Password"/>, what the first call logs in with.</summary>
        public string Username { get; set; }

        /// <summary>Of <see cref="Username"/>.</summary>
        public string Password { get; set; }

        /// <summary>Of an earlier login. Without it the first call logs in.</summary>
        public Session Session { get; set; }

        /// <summary>An access token to be sent as it is, instead of a login.</summary>
        public string Token { get; set; }

        /// <summary>Called after every login and renewal, to store the session.</summary>
        public Action<Session> OnSession { get; set; }

        /// <summary>Key of the client and unit, where the service demands one.</summary>
        public string SubscriptionKey { get; set; }

        /// <summary>How often a call is repeated that met a busy service or a broken connection.</summary>
        public int Retries { get; set; } = 2;

        /// <summary>Sends all calls; its own time limit must be longer than the longest upload, and than the wait for events.</summary>
        public HttpClient Http { get; set; }
    }

    /// <summary>What a login answers; may be kept, and taken up later.</summary>
    public sealed class Session
    {
        /// <summary>The access token.</summary>
        public string Token { get; set; }

        /// <summary>Renews the access token, once.</summary>
        public string RefreshToken { get; set; }

        /// <summary>Id of the user.</summary>
        public string IdUsuario { get; set; }

        /// <summary>Name of the user.</summary>
        public string Login { get; set; }
    }
}
