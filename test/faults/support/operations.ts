import { eventsOf } from '../../e2e/support/audited';
import type { Answered, Intent } from '../oracle/ledger';
import { bytesOf, sha256 } from './contents';
import type { EmbeddedScene } from './embedded-scene';

const NOTHING = { key: null, how: '', external: null, document: null, files: [], named: [], values: {}, hopeless: false, repeats: null };
/** One that is written at once, and one that is renamed when it is complete. */
const SMALL = 9_000;
const LARGE = 1_300_000;

/** Single calls on one scene, each about values and files of its own. */
export class Operations {
  private made = 0;

  constructor(private readonly scene: EmbeddedScene) {}

  private fresh(what: string): string {
    return `${what}-${++this.made}`;
  }

  create(sizes: readonly number[] = [SMALL, LARGE]): Promise<Answered> {
    const external = this.fresh('d');
    const files = sizes.map((size) => {
      const seed = this.fresh('f');
      return { name: seed, seed, size, sha256: sha256(bytesOf(seed, size)), share: false };
    });
    const values = { Número: String(this.made), Observação: external };
    const intent: Intent = { ...NOTHING, operation: 'create', key: this.fresh('k'), how: 'V3 invoices', external, values, files };
    return this.scene.make(intent);
  }

  /** One that can be changed or deleted. */
  async document(): Promise<string> {
    const { id, said } = await this.create([SMALL]);
    if (id === undefined) throw new Error(`no document: ${said}`);
    return id;
  }

  change(document: string): Promise<Answered> {
    const values = { Observação: this.fresh('v') };
    return this.scene.make({ ...NOTHING, operation: 'change', document, how: 'invoices', values });
  }

  delete(document: string): Promise<Answered> {
    return this.scene.make({ ...NOTHING, operation: 'delete-document', document, how: 'invoices' });
  }

  /** Who asks for the trail gets everything that was committed, sealed. */
  seal(): Promise<unknown> {
    return eventsOf(this.scene.api, { limite: 1 });
  }
}
