import { IDS, type Answer, type Api } from './api';
import { expectRefusal, problemsOf } from './creates';
import { searchArchive, type SearchArchive } from './search-archive';
import type { Service } from './service';

const FIND = '/api/v3/Documento/Pesquisar';

export interface Shown {
  id: string;
  codigo: number;
  campos: { label: string; nomeLista?: string; valor: string }[];
}

export const all = (...todas: object[]) => ({ filtro: { todas } });
export const is = (campo: string, operador: string, valor?: string | string[]) => ({
  campo,
  operador,
  ...(Array.isArray(valor) ? { valores: valor } : valor !== undefined && { valor }),
});
export const system = (sistema: string, operador: string, valor?: string | string[]) => {
  const { campo: _campo, ...rest } = is('', operador, valor);
  return { sistema, ...rest };
};

/** Typed searches of the archive that searches are tested with. */
export class Finding {
  archive!: SearchArchive;

  async open(service: Service): Promise<void> {
    this.archive = await searchArchive(service);
  }

  find = (body: object, as: Api = this.archive.demo, more: Record<string, string> = {}) =>
    as.post(FIND, { query: { idCliente: IDS.client, ...more }, body });

  documentsOf = (answer: Answer): Shown[] => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.json.documentos as Shown[];
  };

  names = (answer: Answer) => this.documentsOf(answer).map(({ id }) => this.archive.names.get(id) ?? id);
  found = async (body: object, as?: Api, more?: Record<string, string>) => this.names(await this.find(body, as, more));
  refused = async (body: object, status = 400) => problemsOf(expectRefusal(await this.find(body), status));
}
