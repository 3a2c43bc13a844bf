import { barriersOf } from '../support/accessibility';
import { Browser, type Page } from '../support/browser';
import { describeInBrowser } from '../support/describe-in-browser';
import { describeService } from './support/describe-service';
import { Reference } from './support/reference';
import { STORAGE } from './support/service';

/** On servers nothing about the page differs. */
const describeReference = STORAGE === 'embedded' ? describeInBrowser : describe.skip;
const LOOKS = [{}, { dark: true }, { width: 360, height: 740 }];

describeService.on(describeReference)('accessibility of the API reference, in a real browser', ({ service }) => {
  let browser: Browser | undefined;
  let page: Page;
  let reference: Reference;
  beforeAll(async () => {
    browser = await Browser.start();
  });
  beforeEach(async () => {
    page = await browser!.page();
    reference = new Reference(page, service.url);
    await reference.open();
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
  });

  async function expectNoBarriers(looks: readonly object[] = LOOKS): Promise<void> {
    for (const look of looks) {
      await page.look(look);
      expect({ look, barriers: await barriersOf(page) }).toEqual({ look, barriers: [] });
    }
  }

  it('on opening, and with an empty search', async () => {
    await expectNoBarriers();
    await reference.fill('#search', 'nada que exista');
    await page.until('document.querySelectorAll(".opblock").length === 0');
    await expectNoBarriers([{}]);
  });

  it('with open operations, logged in, after a call, with every schema expanded', async () => {
    await reference.logIn();
    await reference.tryOut('get', '/api/Lista/GetListas');
    // Of each kind of element one is enough: among many the question takes minutes.
    await reference.fill('#search', 'lista');
    await page.until('document.querySelectorAll(".opblock").length < 30');
    await reference.openOperation('post', '/api/AdicionarItemLista/Post');
    await page.value('document.querySelectorAll(".tablinks[data-name=model]").forEach((tab) => tab.click())');
    await expectNoBarriers();
  });

  it('opens operations by a separate button, and puts their addresses in the address bar', async () => {
    await reference.openOperation('get', '/api/Estrutura');
    expect(await page.value('document.querySelectorAll("button a, button button").length')).toBe(0);
    expect(await page.value('location.hash')).toMatch(/^#\/.+\/Structure_describe$/);
  });
});
