using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Acervo.Client.Models;

namespace Acervo.Client
{
    /// <summary>Notifications of webhooks (Standard Webhooks).</summary>
    public static class Webhooks
    {
        private const long ToleranceSeconds = 5 * 60;

        /// <summary>The event of a notification, once its signature is right.</summary>
        /// <param name="secret">of the webhook</param>
        /// <param name="header">gives a header of the notification by its name, or null</param>
        /// <param name="body">as it came, before anything has read it as JSON</param>
        /// <exception cref="WebhookException">if no webhook with this secret has sent it, or if it is too old</exception>
        public static CloudEvent Verify(string secret, Func<string, string> header, byte[] body)
        {
            var sentAt = header("webhook-timestamp") ?? "";
            var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
            if (!Regex.IsMatch(sentAt, "^[0-9]{1,12}$") || Math.Abs(now - long.Parse(sentAt)) > ToleranceSeconds)
                throw new WebhookException("the time of the notification is missing, or too far from now");
            var signed = Encoding.UTF8.GetBytes(header("webhook-id") + "." + sentAt + ".").Concat(body).ToArray();
            var expected = "v1," + Signature(secret, signed);
            // Two of them while a secret is being replaced.
            if (!(header("webhook-signature") ?? "").Split(' ').Any(each => AreEqual(each, expected)))
                throw new WebhookException("the signature is not of this secret");
            return EventOf(body);
        }

        private static string Signature(string secret, byte[] signed)
        {
            using (var mac = new HMACSHA256(Convert.FromBase64String(Regex.Replace(secret, "^whsec_", ""))))
                return Convert.ToBase64String(mac.ComputeHash(signed));
        }

        /// <summary>Takes as long for any text of the same length.</summary>
        private static bool AreEqual(string given, string expected)
        {
            if (given.Length != expected.Length) return false;
            var difference = 0;
            for (var at = 0; at < given.Length; at++) difference |= given[at] ^ expected[at];
            return difference == 0;
        }

        private static CloudEvent EventOf(byte[] body)
        {
            try
            {
                return Json.Read<CloudEvent>(body);
            }
            catch (FormatException)
            {
                throw new WebhookException("the body is not JSON");
            }
        }
    }

    /// <summary>A notification that no webhook with this secret has sent, or that is too old.</summary>
    public sealed class WebhookException : Exception
    {
        internal WebhookException(string message)
            : base(message)
        {
        }
    }
}
