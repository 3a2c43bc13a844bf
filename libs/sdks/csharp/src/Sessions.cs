using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Acervo.Client
{
    /// <summary>One login or renewal at a time for all calls: a refresh token works once.</summary>
    internal sealed class Sessions
    {
        private readonly SemaphoreSlim turn = new SemaphoreSlim(1, 1);
        private readonly Transport transport;
        private readonly Options options;
        private Session session;

        internal Sessions(Transport transport, Options options)
        {
            this.transport = transport;
            this.options = options;
            session = options.Session;
        }

        internal Task<string> TokenAsync(CancellationToken cancellation) => OtherThanAsync(null, LoginAsync, cancellation);

        /// <summary>The token after the refused one; another call may have renewed it already.</summary>
        internal Task<string> RenewedAsync(string refused, CancellationToken cancellation) => OtherThanAsync(refused, RenewAsync, cancellation);

        private async Task<string> OtherThanAsync(string refused, Func<CancellationToken, Task<Session>> make, CancellationToken cancellation)
        {
            await turn.WaitAsync(cancellation).ConfigureAwait(false);
            try
            {
                if (session == null || session.Token == refused)
                {
                    session = await make(cancellation).ConfigureAwait(false);
                    options.OnSession?.Invoke(session);
                }
                return session.Token;
            }
            finally
            {
                turn.Release();
            }
        }

        private async Task<Session> RenewAsync(CancellationToken cancellation)
        {
            if (session == null) return await LoginAsync(cancellation).ConfigureAwait(false);
            var body = new Dictionary<string, string>
            {
                ["idUsuario"] = session.IdUsuario,
                ["username"] = session.Login,
                ["refreshToken"] = session.RefreshToken,
            };
            try
            {
                return await PostAsync("/api/Autenticacao/RefreshToken", body, cancellation).ConfigureAwait(false);
            }
            catch (AcervoException refusal) when (refusal.Status == 401 && options.Username != null)
            {
                return await LoginAsync(cancellation).ConfigureAwait(false);
            }
        }

        private Task<Session> LoginAsync(CancellationToken cancellation)
        {
            if (options.Username == null) throw new InvalidOperationException("a login, a session or a token is needed");
            var body = new Dictionary<string, string> { ["username"] = options.Username, ["password"] = options.Password };
            return PostAsync("/api/Autenticacao/Login", body, cancellation);
        }

        private Task<Session> PostAsync(string path, IDictionary<string, string> body, CancellationToken cancellation)
        {
            // Asking twice opens two sessions at worst.
            var call = new CallOptions { IdempotencyKey = "login" };
            if (options.SubscriptionKey != null) call.Headers["SubscriptionKey"] = options.SubscriptionKey;
            return transport.CallAsync<Session>(new Request("POST", path, false, false, Request.Json).Body(body), call, cancellation);
        }
    }
}
