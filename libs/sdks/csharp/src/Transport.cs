using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace Acervo.Client
{
    /// <summary>Calls over HTTP: sessions, retries by Retry-After, keys of repeatable creates.</summary>
    internal sealed class Transport
    {
        private const double LongestWaitSeconds = 30;
        private const int TooManyRequests = 429;
        private const int Unavailable = 503;
        private const string Key = "Idempotency-Key";

        private readonly string url;
        private readonly Options options;
        private readonly HttpClient http;
        private readonly Sessions sessions;

        internal Transport(string url, Options options)
        {
            this.url = url.TrimEnd('/');
            this.options = options;
            // A body that may have to be sent to another address would be kept in memory.
            http = options.Http ?? new HttpClient(new HttpClientHandler { AllowAutoRedirect = false }) { Timeout = Timeout.InfiniteTimeSpan };
            sessions = new Sessions(this, options);
        }

        internal async Task<T> CallAsync<T>(Request request, CallOptions given, CancellationToken cancellation) =>
            Json.Read<T>(await BytesAsync(request, given, cancellation).ConfigureAwait(false));

        internal async Task<byte[]> BytesAsync(Request request, CallOptions given, CancellationToken cancellation)
        {
            using (var answer = await OpenAsync(request, given, cancellation).ConfigureAwait(false))
                return await answer.Content.ReadAsByteArrayAsync().ConfigureAwait(false);
        }

        /// <summary>The answer, to be read and disposed.</summary>
        internal async Task<HttpResponseMessage> OpenAsync(Request request, CallOptions given, CancellationToken cancellation)
        {
            given = given ?? new CallOptions();
            var body = request.Content();
            var headers = HeadersOf(request, given);
            var answer = request.Secured
                ? await AuthorizedAsync(request, headers, body, cancellation).ConfigureAwait(false)
                : await SentAsync(request, headers, body, cancellation).ConfigureAwait(false);
            given.OnHeaders?.Invoke(answer.Headers);
            return answer;
        }

        private async Task<HttpResponseMessage> AuthorizedAsync(
            Request request, IDictionary<string, string> headers, Body body, CancellationToken cancellation)
        {
            var token = options.Token ?? await sessions.TokenAsync(cancellation).ConfigureAwait(false);
            headers["Authorization"] = "Bearer " + token;
            try
            {
                return await SentAsync(request, headers, body, cancellation).ConfigureAwait(false);
            }
            catch (AcervoException refusal) when (options.Token == null && refusal.Code == "TOKEN_INVALIDO" && body?.Again != false)
            {
                headers["Authorization"] = "Bearer " + await sessions.RenewedAsync(token, cancellation).ConfigureAwait(false);
            }
            return await SentAsync(request, headers, body, cancellation).ConfigureAwait(false);
        }

        private IDictionary<string, string> HeadersOf(Request request, CallOptions given)
        {
            var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase) { ["Accept"] = request.Accept };
            if (request.Secured && options.SubscriptionKey != null) headers["SubscriptionKey"] = options.SubscriptionKey;
            if (given.IdempotencyKey != null) headers[Key] = given.IdempotencyKey;
            else if (request.Repeatable) headers[Key] = Guid.NewGuid().ToString();
            foreach (var each in given.Headers) headers[each.Key] = each.Value;
            return headers;
        }

        /// <summary>A call with 429 was not executed; the result of a call with 503 or a broken connection is unknown.</summary>
        private async Task<HttpResponseMessage> SentAsync(
            Request request, IDictionary<string, string> headers, Body body, CancellationToken cancellation)
        {
            var canRepeat = request.Method == "GET" || headers.ContainsKey(Key);
            var tried = 0;
            Func<bool> mayRepeat = () => tried < options.Retries && body?.Again != false;
            for (; ; tried++)
            {
                var seconds = Math.Pow(2, tried) / 4;
                try
                {
                    var answer = await OnceAsync(request, headers, body, cancellation).ConfigureAwait(false);
                    var status = (int)answer.StatusCode;
                    if (status < 300) return answer;
                    seconds = SecondsOf(answer, seconds);
                    var refusal = await RefusalOfAsync(answer).ConfigureAwait(false);
                    var isBusy = status == TooManyRequests || (status == Unavailable && canRepeat);
                    if (!isBusy || !mayRepeat() || !(seconds <= LongestWaitSeconds)) throw refusal;
                }
                catch (Exception problem) when (IsOfConnection(problem) && canRepeat && mayRepeat())
                {
                    // Tried again after a while.
                }
                await Task.Delay(TimeSpan.FromSeconds(seconds), cancellation).ConfigureAwait(false);
            }
        }

        internal static bool IsOfConnection(Exception problem) => problem is HttpRequestException || problem is IOException;

        private async Task<HttpResponseMessage> OnceAsync(
            Request request, IDictionary<string, string> headers, Body body, CancellationToken cancellation)
        {
            using (var message = new HttpRequestMessage(new HttpMethod(request.Method), url + request.Address))
            {
                message.Content = body?.Content();
                message.Headers.ExpectContinue = false;
                // Without it the .NET Framework keeps the body in memory, to learn its length.
                if (body?.IsStreamed == true) message.Headers.TransferEncodingChunked = true;
                foreach (var each in headers) message.Headers.TryAddWithoutValidation(each.Key, each.Value);
                return await http.SendAsync(message, HttpCompletionOption.ResponseHeadersRead, cancellation).ConfigureAwait(false);
            }
        }

        private static async Task<AcervoException> RefusalOfAsync(HttpResponseMessage answer)
        {
            using (answer)
            {
                var text = await answer.Content.ReadAsStringAsync().ConfigureAwait(false);
                return AcervoException.Of((int)answer.StatusCode, text, HeaderOf(answer, "x-request-id"));
            }
        }

        private static double SecondsOf(HttpResponseMessage answer, double otherwise)
        {
            var told = HeaderOf(answer, "retry-after");
            if (told == null) return otherwise;
            // A date is no number.
            return double.TryParse(told, NumberStyles.Float, CultureInfo.InvariantCulture, out var seconds) ? seconds : double.NaN;
        }

        internal static string HeaderOf(HttpResponseMessage answer, string name) =>
            answer.Headers.TryGetValues(name, out var values) ? values.FirstOrDefault() : null;
    }
}
