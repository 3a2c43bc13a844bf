using System.Collections.Generic;

namespace Acervo.Client
{
    /// <summary>What <see cref="AcervoClient.FileDocumentAsync"/> files.</summary>
    public sealed class NewDocument
    {
        /// <summary>Values, by the labels of their fields.</summary>
        public IDictionary<string, string> Fields { get; } = new Dictionary<string, string>();

        /// <summary>Any number of them.</summary>
        public IList<FileOf> Files { get; } = new List<FileOf>();

        /// <summary>Your own id of the document, unique in the client.</summary>
        public string ExternalKey { get; set; }
    }

    /// <summary>Where documents are filed.</summary>
    public sealed class Place
    {
        /// <summary>By the ids that <c>Api.Structure</c> tells.</summary>
        public Place(string idUnidade, string idCliente, string idArvoreOrganizacional)
        {
            IdUnidade = idUnidade;
            IdCliente = idCliente;
            IdArvoreOrganizacional = idArvoreOrganizacional;
        }

        /// <summary>Unit.</summary>
        public string IdUnidade { get; }

        /// <summary>Client.</summary>
        public string IdCliente { get; }

        /// <summary>Level.</summary>
        public string IdArvoreOrganizacional { get; }
    }
}
