import { ApiProperty } from '@nestjs/swagger';
import type { SignedFile, SignFilesInput } from '#application/signatures/sign-files.use-case';
import type { Labelled } from '#domain/signatures/signature';
import { Guid, GuidList, ListOf, ObjectOf, Text } from '../shared/wire';

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

  static toInput(body: SignFilesBody): Pick<SignFilesInput, 'originId' | 'details' | 'fileIds'> {
    const { dadosSignatario: signer, dadosEmpresa: company } = body;
    return {
      originId: body.origemAssinatura,
      fileIds: body.arquivos,
      details: {
        email: signer.email ?? null,
        signer: { name: pair(signer.nome), document: pair(signer.documento), extra: pairs(signer.dadosComplementares) },
        company: company
          ? {
              name: company.nome ? pair(company.nome) : null,
              document: company.documento ? pair(company.documento) : null,
              extra: pairs(company.dadosComplementares),
            }
          : null,
        extra: pairs(body.dadosComplementaresAssinatura),
      },
    };
  }
}

const pair = ({ label = '', valor = '' }: CompanyPairBody): Labelled => ({ label, value: valor });
const pairs = (sent: readonly ExtraBody[] = []) => sent.map(pair);

/** How the parts of a signature are called in errors. */
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
