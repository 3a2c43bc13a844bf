import { ApiProperty } from '@nestjs/swagger';
import type { SignedFile, SignFilesInput } from '#application/signatures/sign-files.use-case';
import type { FieldProblem } from '#domain/errors';
import { DetailsReader, type SentDetails } from '#domain/signatures/read-details';
import type { Labelled } from '#domain/signatures/signature';
import { Guid, GuidList, isUnread, ListOf, ObjectOf, readable, Text } from '../validation/decorators';

const MOST_FILES = 300;
const MOST_EXTRA = 30;
const LABEL = { description: 'How it is called.', max: 150, example: 'CPF' };
const VALUE = { description: 'What it is.', example: '529.982.247-25' };

class LabelledBody {
  @Text({ ...LABEL, required: true })
  label!: string;

  @Text({ ...VALUE, required: true })
  valor!: string;
}

class ExtraBody {
  @Text({ ...LABEL, required: true, example: 'Cargo' })
  label!: string;

  @Text({ ...VALUE, max: 500, allowEmpty: true, example: 'Diretora financeira' })
  valor?: string;
}

class CompanyPairBody {
  @Text({ ...LABEL, allowEmpty: true, example: 'CNPJ' })
  label?: string;

  @Text({ ...VALUE, allowEmpty: true, example: '11.222.333/0001-81' })
  valor?: string;
}

class SignerBody {
  @Text({ description: 'E-mail of the signer.', max: 250, allowEmpty: true, example: 'ana.souza@exemplo.com.br' })
  email?: string;

  @ObjectOf(() => LabelledBody, { description: 'Role and name; at most 150 characters of name.', required: true })
  nome!: LabelledBody;

  @ObjectOf(() => LabelledBody, {
    description: 'Kind and number of a document; check digits count where the label says CPF or CNPJ.',
    required: true,
  })
  documento!: LabelledBody;

  @ListOf(() => ExtraBody, { description: 'More about the signer.', max: MOST_EXTRA })
  dadosComplementares?: ExtraBody[];
}

class CompanyBody {
  @ObjectOf(() => CompanyPairBody, { description: 'Needed with the document; at most 150 characters of name.' })
  nome?: CompanyPairBody;

  @ObjectOf(() => CompanyPairBody, { description: 'Needed with the name.' })
  documento?: CompanyPairBody;

  @ListOf(() => ExtraBody, { description: 'More about the company.', max: MOST_EXTRA })
  dadosComplementares?: ExtraBody[];
}

export class SignFilesBody {
  @Guid({
    description: "Signature origin of the client; its message stands on the card. `GET /api/Estrutura` lists a client's origins.",
    required: true,
  })
  origemAssinatura!: string;

  @Guid({ description: 'Client that owns the files.', required: true })
  idCliente!: string;

  @ObjectOf(() => SignerBody, { description: 'Who signs.', required: true })
  dadosSignatario!: SignerBody;

  @ObjectOf(() => CompanyBody, { description: 'With a company it is the signature of a legal person, else of a natural one.' })
  dadosEmpresa?: CompanyBody;

  @ListOf(() => ExtraBody, { description: 'More about the signature.', max: MOST_EXTRA })
  dadosComplementaresAssinatura?: ExtraBody[];

  @GuidList({ description: `PDF files, at most ${MOST_FILES}.`, required: true, max: MOST_FILES })
  arquivos!: string[];

  /** Problems of the details, also when the client is unreadable and the archive checks nothing. */
  static checkMembers(body: Partial<SignFilesBody>): FieldProblem[] {
    const reader = new DetailsReader();
    reader.read(detailsOf(body));
    return reader.problems;
  }

  static toInput(body: SignFilesBody): Pick<SignFilesInput, 'originId' | 'details' | 'fileIds'> {
    return {
      originId: readable(body.origemAssinatura),
      fileIds: (readable(body.arquivos) ?? []).map(readable),
      details: new DetailsReader().read(detailsOf(body)),
    };
  }
}

function detailsOf({ dadosSignatario, dadosEmpresa, dadosComplementaresAssinatura }: Partial<SignFilesBody>): SentDetails {
  const [signer, company] = [readable(dadosSignatario), readable(dadosEmpresa)];
  return {
    email: readable(signer?.email),
    signer: {
      name: pair(readable(signer?.nome) ?? UNREAD),
      document: pair(readable(signer?.documento) ?? UNREAD),
      extra: pairs(signer?.dadosComplementares),
    },
    company: company && {
      name: optionalPair(company.nome),
      document: optionalPair(company.documento),
      extra: pairs(company.dadosComplementares),
    },
    extra: pairs(dadosComplementaresAssinatura),
  };
}

/** A valid placeholder for unreadable pairs, which are already reported. */
const UNREAD: Required<CompanyPairBody> = { label: '-', valor: '-' };

const pair = (sent: CompanyPairBody): Labelled => {
  const { label = '', valor = '' } = isUnread(sent.label) || isUnread(sent.valor) ? UNREAD : sent;
  return { label, value: valor };
};
const optionalPair = (sent: CompanyPairBody | undefined) => (sent === undefined ? null : pair(readable(sent) ?? UNREAD));
const pairs = (sent: readonly ExtraBody[] | undefined) => (readable(sent) ?? []).map(pair);

/** Names of the parts of a signature in errors. */
export const SIGNATURE_NAMES = {
  originId: 'origemAssinatura',
  signer: 'dadosSignatario',
  company: 'dadosEmpresa',
  signatureExtra: 'dadosComplementaresAssinatura',
  name: 'nome',
  document: 'documento',
  extra: 'dadosComplementares',
  value: 'valor',
};

export class SignedFileAnswer {
  @ApiProperty({ format: 'uuid', description: 'The same as before.' }) idArquivo!: string;
  @ApiProperty({ example: 'Contrato' }) nomeArquivo!: string;
  @ApiProperty({ example: '2', description: 'Label of the version that the signature made.' }) versao!: string;
  @ApiProperty({ description: 'SHA-256 of the signed file, hexadecimal.' }) hash!: string;

  static from({ id, name, version, sha256 }: SignedFile): SignedFileAnswer {
    return { idArquivo: id, nomeArquivo: name, versao: version, hash: sha256 };
  }
}
