import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loggedIn, type Api } from '../e2e/support/api';
import { Console } from '../e2e/support/console';
import { create } from '../e2e/support/creates';
import { startService, type Service } from '../e2e/support/service';
import { bytesOf, codeIn, COMPANY, filedPdfs, sign } from '../e2e/support/signing';
import { Browser, type Page } from '../support/browser';
import { NOTE_PAGE, SUPPLIES } from './scene';
import { takeTasks } from './tasks';

const LARGEST = 100_000;
const MONTH_MS = 30 * 24 * 3600 * 1000;
const [folder = 'docs/img'] = process.argv.slice(2);

async function picture(page: Page, format: 'png' | 'webp', clip?: object): Promise<Buffer> {
  const { data } = await page.send('Page.captureScreenshot', { format, ...(format === 'webp' && { quality: 72 }), ...(clip && { clip }) });
  return Buffer.from(data as string, 'base64');
}

async function take(page: Page, name: string): Promise<void> {
  // Nothing blinks.
  await page.value('document.activeElement?.blur()');
  const bytes = await picture(page, 'webp');
  if (bytes.length > LARGEST) throw new Error(`${name} has ${bytes.length} bytes`);
  await writeFile(join(folder, `${name}.webp`), bytes);
  console.log(`docs/img/${name}.webp: ${Math.ceil(bytes.length / 1000)} kB`);
}

/** An archive in which somebody has worked. */
async function fill({ url, database }: Service, browser: Browser): Promise<void> {
  const page = await browser.page();
  await page.look({ width: 620, height: 760 });
  await page.open(`data:text/html;charset=utf-8,${encodeURIComponent(NOTE_PAGE)}`);
  const note = await picture(page, 'png');
  await page.close();
  const api = await loggedIn(url);
  for (const values of SUPPLIES)
    await create(api, 'V3', { values, files: [{ content: note, extension: 'png', name: 'Nota digitalizada' }] });
  await database.query(`UPDATE document SET created_at = created_at - ${MONTH_MS} * (code * code % 11)`);
}

async function takeReference(page: Page, url: string): Promise<void> {
  await page.open(`${url}/docs`);
  await page.until('document.querySelectorAll(".opblock").length >= 38');
  await page.value('document.querySelector("#login button").click()');
  await page.until('!document.getElementById("session").hidden');
  await page.value('document.getElementById("notice").hidden = true');
  await take(page, 'docs');
}

async function takeConsole(page: Page, url: string): Promise<void> {
  const console = new Console(page, url);
  await console.enter();
  await console.level('Notas Fiscais');
  await take(page, 'console-documents');
  await console.openFirst();
  await console.click('Links');
  await console.click('Criar link');
  await page.until('document.querySelector(".link-of input")');
  await console.click('Dados');
  await page.until('document.querySelector(".viewer img")?.naturalWidth > 0');
  await take(page, 'console-document');
  await page.look({ dark: true });
  await console.click('Uso');
  await page.until('document.querySelectorAll(".bars").length >= 3');
  await take(page, 'console-usage');
}

async function takePages(page: Page, url: string, api: Api): Promise<void> {
  const { files } = await filedPdfs(api);
  await sign(api, files, { dadosEmpresa: COMPANY });
  await page.look({ width: 900, height: 420 });
  await page.open(`${url}/compartilhado/nada`);
  await take(page, 'share-link-gone');
  await page.look({ width: 900, height: 960 });
  await page.open(`${url}/verificar/${codeIn(await bytesOf(api, files[0]!))}`);
  await take(page, 'signature');
}

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const service = await startService({ BASE_URL: 'https://acervo.exemplo.com.br' });
  const browser = await Browser.start();
  try {
    await fill(service, browser);
    const api = await loggedIn(service.url);
    for (const takeOf of [takeReference, takeConsole, takePages, (page: Page, url: string, api: Api) => takeTasks(page, url, api, take)]) {
      // Tabs of their own: a session is the tab's.
      const page = await browser.page();
      await page.look({});
      await takeOf(page, service.url, api);
      await page.close();
    }
  } finally {
    await browser.close();
    await service.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
