using System;
using System.Collections.Generic;
using System.Linq;

namespace Acervo.Client
{
    /// <summary>A refusal. With a status below 500 nothing was changed; above, the result may be unknown.</summary>
    public sealed class AcervoException : Exception
    {
        private AcervoException(int status, string code, string message, IReadOnlyList<FieldProblem> fields, string requestId)
            : base(message)
        {
            Status = status;
            Code = code;
            Fields = fields;
            RequestId = requestId;
        }

        /// <summary>Of HTTP.</summary>
        public int Status { get; }

        /// <summary>Stable, as DOCUMENTO_INEXISTENTE; empty when something between here and the service answered.</summary>
        public string Code { get; }

        /// <summary>What is wrong where in the request.</summary>
        public IReadOnlyList<FieldProblem> Fields { get; }

        /// <summary>For the support; may be null.</summary>
        public string RequestId { get; }

        internal static AcervoException Of(int status, string text, string requestId)
        {
            var told = RefusalIn(text);
            if (told?.codigo == null) return new AcervoException(status, "", text, new FieldProblem[0], requestId);
            var fields = (told.erros ?? new List<Problem>()).Select(each => new FieldProblem(each.campo, each.codigo, each.mensagem)).ToList();
            return new AcervoException(status, told.codigo, told.mensagem ?? "", fields, requestId);
        }

        private static Refusal RefusalIn(string text)
        {
            try
            {
                return Json.Read<Refusal>(text);
            }
            catch (FormatException)
            {
                // Not of the service: the text itself is the message.
                return null;
            }
        }

        private sealed class Refusal
        {
            public string codigo { get; set; }
            public string mensagem { get; set; }
            public List<Problem> erros { get; set; }
        }

        private sealed class Problem
        {
            public string campo { get; set; }
            public string codigo { get; set; }
            public string mensagem { get; set; }
        }
    }

    /// <summary>Where in the request, in its own names, and what.</summary>
    public sealed class FieldProblem
    {
        internal FieldProblem(string field, string code, string message)
        {
            Field = field;
            Code = code;
            Message = message;
        }

        /// <summary>Path in the request.</summary>
        public string Field { get; }

        /// <summary>Stable.</summary>
        public string Code { get; }

        /// <summary>For people.</summary>
        public string Message { get; }
    }
}
