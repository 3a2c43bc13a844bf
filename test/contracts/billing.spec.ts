import { AccessPolicy } from '#application/access/access-policy';
import { newId, newObjectKey } from '#application/support/ids';
import { AlreadyBilled } from '#application/ports/billing';
import { stableId } from '#application/support/stable-id';
import type { Scope } from '#domain/access/scope';
import { Amount } from '#domain/bills/amount';
import type { Bill } from '#domain/bills/bill';
import type { Contract } from '#domain/bills/contract';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { aWorkflow } from '../builders/a-workflow';
import { aSignature } from '../builders/a-signature';
import { actorOf, DEMO, userId } from '../builders/demo';
import type { Archive } from './support/typeorm-archive';
import { describeContract } from './support/implementations';

const at = (text: string) => new Date(`2026-${text}Z`);

/** Contracts, their bills, and what is metered for them. */
describeContract('Billing', { perTest: true }, (archive) => {
  let scope: Scope;
  let contract: Contract;
  beforeEach(async () => {
    scope = await new AccessPolicy(archive.structures).requireWholeClients(actorOf('demo'), 'billing:view', DEMO.unit);
    [contract] = (await archive.ledger.contracts(null)) as [Contract];
  });

  const aBill = (period: string, changes: Partial<Bill> = {}): Bill => ({
    id: newId(),
    clientId: DEMO.client,
    clientName: 'Empresa Exemplo',
    unitId: DEMO.unit,
    contractId: contract.id,
    contractNumber: contract.number,
    period,
    billedAt: at('11-03T08:00:00'),
    dueDay: '2026-11-18',
    total: Amount.parse('99999999999.9999')!,
    lines: contract.services.slice(0, 2).map(({ id: serviceId, kind, description }) => ({
      serviceId,
      kind,
      description,
      quantity: Amount.parse('0.0001')!,
      price: Amount.parse('99999999999.9999')!,
      unitPrice: Amount.ZERO,
      initialUsed: Amount.whole(3),
    })),
    ...changes,
  });

  it('lists the contracts of all units, or of one, with their services in order', async () => {
    expect(contract).toMatchObject({
      id: stableId('contract', 'Empresa Exemplo', '2020/001'),
      number: '2020/001',
      clientId: DEMO.client,
      clientName: 'Empresa Exemplo',
      unitId: DEMO.unit,
      unitName: 'Unidade Central',
      dueDays: 15,
      startsOn: '2020-01-01',
      endsOn: null,
    });
    expect(contract.services.map(({ kind }) => kind)).toEqual([
      'fixed-fee',
      'stored-documents',
      'stored-gigabytes',
      'boxes-in-custody',
      'active-users',
    ]);
    const [fee, documents, storage] = contract.services;
    expect([fee!.initial!.price, documents!.periodic!.quantity, documents!.unit!.price, storage!.discount].map(String)).toEqual([
      '90',
      '500',
      '2',
      '10',
    ]);
    expect(storage).toMatchObject({ initial: null, periodic: null, startsOn: null, endsOn: null });
    expect((await archive.ledger.contracts(DEMO.unit)).map(({ id }) => id)).toEqual([contract.id]);
    expect(await archive.ledger.contracts(DEMO.otherUnit)).toEqual([]);
    expect(await archive.ledger.unitNamed('Unidade Sul')).toBe(DEMO.otherUnit);
    expect(await archive.ledger.unitNamed('unidade sul')).toBeNull();
  });

  it('stores a bill unchanged, once for each period', async () => {
    const bill = aBill('2026-10');
    await archive.ledger.add(bill);
    expect(await archive.bills.find(scope, DEMO.unit, bill.id)).toEqual(bill);
    expect(await archive.ledger.billOf(contract, '2026-10')).toBe(bill.id);
    expect(await archive.ledger.billOf(contract, '2026-09')).toBeNull();
    await expect(archive.ledger.add(aBill('2026-10'))).rejects.toThrow(AlreadyBilled);
    await archive.ledger.add(aBill('2026-09'));
    expect(await archive.bills.idsOf(scope, DEMO.unit, '2025-12', '2026-12')).toHaveLength(2);
  });

  it('stores nothing of a bill when its transaction fails', async () => {
    const work = archive.unitOfWork.run(async () => {
      expect(await archive.ledger.lock(contract)).toBe(true);
      await archive.ledger.add(aBill('2026-10'));
      throw new Error('given up');
    });
    await expect(work).rejects.toThrow('given up');
    expect(await archive.ledger.billOf(contract, '2026-10')).toBeNull();
    expect((await archive.ledger.histories(DEMO.client, [contract.services[0]!.id])).size).toBe(0);
  });

  it('creates one bill of many concurrent attempts', async () => {
    const bill = () =>
      archive.unitOfWork.run(async () => {
        await archive.ledger.lock(contract);
        if (await archive.ledger.billOf(contract, '2026-10')) throw new AlreadyBilled();
        await archive.ledger.add(aBill('2026-10'));
      });
    const ends = await Promise.allSettled(Array.from({ length: 12 }, bill));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(AlreadyBilled);
  });

  it('locks no contract that is removed or of another client', async () => {
    expect(await archive.unitOfWork.run(() => archive.ledger.lock({ ...contract, unitId: DEMO.otherUnit }))).toBe(false);
    expect(await archive.unitOfWork.run(() => archive.ledger.lock({ ...contract, id: newId() }))).toBe(false);
  });

  it('finds bills by period, oldest first', async () => {
    const made: [string, string, string][] = [
      ['2026-03', contract.id, '11-03T08:00:00.002'],
      ['2026-03', newId(), '11-03T08:00:00.001'],
      ['2025-12', contract.id, '11-05T00:00:00.000'],
      ['2026-01', contract.id, '11-02T00:00:00.000'],
    ];
    const bills = made.map(([period, contractId, day]) => aBill(period, { contractId, billedAt: at(day) }));
    for (const bill of bills) await archive.ledger.add(bill);
    const ids = (after: string, upTo: string) => archive.bills.idsOf(scope, DEMO.unit, after, upTo);
    const [a, b, c, d] = bills.map(({ id }) => id);
    expect(await ids('2025-11', '9999-12')).toEqual([c, d, b, a]);
    expect(await ids('2025-12', '2026-02')).toEqual([d]);
    expect(await ids('2026-02', '2026-03')).toEqual([b, a]);
    expect(await ids('2026-03', '9999-12')).toEqual([]);
  });

  it('shows no bill of another unit or client', async () => {
    const bills = [aBill('2026-01', { unitId: DEMO.otherUnit }), aBill('2026-02', { clientId: DEMO.otherClient })];
    for (const bill of bills) await archive.ledger.add(bill);
    for (const { id } of bills) expect(await archive.bills.find(scope, DEMO.unit, id)).toBeNull();
    expect(await archive.bills.find(scope, DEMO.otherUnit, bills[0]!.id)).toMatchObject({ id: bills[0]!.id });
    expect(await archive.bills.idsOf(scope, DEMO.unit, '2025-12', '2026-12')).toEqual([]);
    expect(await archive.bills.find(scope, DEMO.unit, newId())).toBeNull();
  });

  it('sums what bills have used of an initial package', async () => {
    for (const period of ['2026-01', '2026-02']) await archive.ledger.add(aBill(period));
    const [first, , third] = contract.services.map(({ id }) => id) as [string, string, string];
    const histories = await archive.ledger.histories(DEMO.client, [first, third]);
    expect([...histories].map(([id, { initialPaid, initialUsed }]) => [id, initialPaid, initialUsed.toString()])).toEqual([
      [first, true, '6'],
    ]);
    expect((await archive.ledger.histories(DEMO.otherClient, [first])).size).toBe(0);
  });

  it('reports whether an initial package was charged, even if it was not used', async () => {
    const line = aBill('2026-01').lines[0]!;
    const charged = async () => (await archive.ledger.histories(DEMO.client, [line.serviceId])).get(line.serviceId)?.initialPaid ?? false;
    const bill = aBill('2026-01', { lines: [{ ...line, initialUsed: null }] });
    await archive.ledger.add(bill);
    expect(await archive.bills.find(scope, DEMO.unit, bill.id)).toEqual(bill);
    expect(await charged()).toBe(false);
    await archive.ledger.add(aBill('2026-02', { lines: [{ ...line, initialUsed: Amount.ZERO }] }));
    await archive.ledger.add(aBill('2026-03', { lines: [{ ...line, initialUsed: null }] }));
    expect(await charged()).toBe(true);
  });

  describe('meters', () => {
    const place = { clientId: DEMO.client, unitId: DEMO.unit };
    const measure = async (kind: Parameters<Archive['metering']['measure']>[0], from: string, until: string) =>
      (await archive.metering.measure(kind, place, { from: at(from), until: at(until) })).toString();

    it('documents and bytes stored at the end', async () => {
      const documents = await new AccessPolicy(archive.structures).requireAnywhere(actorOf('demo', 'outro'), 'document:create');
      const add = (createdAt: Date, size: number, more: object = {}) =>
        addDocument(archive.documents, documents, aDocument(documents, { createdAt, files: [aFile({ size })], ...more }));
      await add(at('10-31T23:59:59.999'), 250_000);
      await add(at('11-01T00:00:00.000'), 1);
      await add(at('10-01T00:00:00.000'), 2_000_000_000, { nodeId: DEMO.otherLevel });
      const before = aDocument(documents, { createdAt: at('09-30T00:00:00.000'), files: [aFile({ size: 1_000_000_000 })] });
      await addDocument(archive.documents, documents, before);
      const held = async () => [
        await measure('stored-documents', '10-01T00:00:00', '11-01T00:00:00'),
        await measure('stored-gigabytes', '10-01T00:00:00', '11-01T00:00:00'),
      ];
      expect(await held()).toEqual(['2', '1.0003']);
      expect(await measure('stored-documents', '09-01T00:00:00', '09-30T00:00:00')).toBe('0');
      expect(await measure('stored-documents', '11-01T00:00:00', '11-01T00:00:00.001')).toBe('3');
      // What is deleted later was there then.
      const remove = async (when: Date) => {
        const stored = (await archive.documents.find(documents, before.id))!;
        await archive.unitOfWork.run(() => archive.documents.markDeleted(documents, stored, when));
      };
      await remove(at('11-01T00:00:00.000'));
      expect(await held()).toEqual(['2', '1.0003']);
      expect(await measure('stored-documents', '11-01T00:00:00', '11-01T00:00:00.001')).toBe('2');
      expect(await measure('stored-gigabytes', '11-01T00:00:00', '11-01T00:00:00.001')).toBe('0.0003');
    });

    it('boxes in custody of the unit', async () => {
      const now = Date.now();
      const span = (from: number, until: number) => ({ from: new Date(now + from), until: new Date(now + until) });
      const boxes = async (from: number, until: number, unitId = DEMO.unit) =>
        (await archive.metering.measure('boxes-in-custody', { ...place, unitId }, span(from, until))).toString();
      expect(await boxes(-60_000, 60_000)).toBe('1');
      expect(await boxes(60_000, 120_000)).toBe('1');
      expect(await boxes(-120_000_000, -60_000_000)).toBe('0');
      expect(await boxes(-60_000, 60_000, DEMO.otherUnit)).toBe('0');
    });

    it('active users of the period', async () => {
      const record = async (login: Parameters<typeof userId>[0], when: string, clientId = DEMO.client) => {
        archive.clock.set(at(when));
        await archive.audit.record(actorOf(login), clientId, 'session.open', {});
      };
      await record('demo', '10-01T00:00:00');
      await record('demo', '10-15T00:00:00');
      await record('leitor', '10-31T23:59:59.999');
      await record('financeiro', '11-01T00:00:00');
      await record('outro', '10-02T00:00:00', DEMO.otherClient);
      archive.clock.set(at('10-03T00:00:00'));
      await archive.audit.record({ ...actorOf('demo'), userId: newId() }, DEMO.client, 'bill.create', {});
      await archive.sealer.settle();
      expect(await measure('active-users', '10-01T00:00:00', '11-01T00:00:00')).toBe('2');
      expect(await measure('active-users', '09-01T00:00:00', '10-01T00:00:00')).toBe('0');
    });

    it('signed files, their former versions, and flows with signed files', async () => {
      const file = aFile({ size: 100_000 });
      const document = aDocument(scope, { createdAt: at('06-01T00:00:00'), files: [file] });
      await addDocument(archive.documents, scope, document);
      const sign = (fileId: string, when: string) => archive.signatures.add(scope, [aSignature(scope, { fileId, signedAt: at(when) })]);
      await sign(file.id, '06-30T23:59:59.999');
      await sign(file.id, '06-15T00:00:00');
      await sign(file.id, '07-01T00:00:00');
      const flow = async (startedAt: string, endedAt: string | null) => {
        const draft = aWorkflow({ startedAt: at(startedAt), endedAt: endedAt === null ? null : at(endedAt) });
        return { ...draft, code: await archive.workflows.add(scope, draft) };
      };
      const running = await flow('06-30T23:59:59.999', null);
      await flow('05-01T00:00:00', '06-01T00:00:00');
      await flow('05-01T00:00:00', '05-31T23:59:59.999');
      await flow('07-01T00:00:00', null);
      const attached = aFile({ size: 200_000 });
      await archive.workflows.addFiles(scope, running, [{ ...attached, toSign: true, createdAt: at('06-30T23:59:59.999') }]);
      await sign(attached.id, '06-30T23:59:59.999');
      const of = async (month: number) =>
        Promise.all(
          (['signatures', 'active-workflows', 'stored-gigabytes'] as const).map((kind) =>
            measure(kind, `0${month}-01T00:00:00`, `0${month + 1}-01T00:00:00`),
          ),
        );
      expect(await of(5)).toEqual(['0', '2', '0']);
      expect(await of(6)).toEqual(['2', '2', '0.0003']);
      const [read] = await archive.fileVersions.find(scope, [file.id]);
      const content = { key: newObjectKey(), size: 300_000, sha256: file.sha256, version: '2' };
      await archive.unitOfWork.run(() => archive.fileVersions.replace(scope, [{ file: read!, content }], at('07-15T00:00:00')));
      expect(await of(7)).toEqual(['1', '2', '0.0006']);
    });

    it('a fixed fee once', async () => {
      expect(await measure('fixed-fee', '10-01T00:00:00', '11-01T00:00:00')).toBe('1');
    });
  });
});
