// A new user with a shell, Node, npm and curl.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A clean environment, without settings of the service or of the npm that runs this. */
const OWN = /^(PATH|HOME|USER|LANG|LC_\w+|TMPDIR|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|\w+_proxy)$/i;
const WRITTEN = 'localhost:3000';
/** What `npm start` says of itself, in this order. */
const INSTALLS = '[setup] installing';
const BUILDS = '[setup] building';
const LISTENS = 'is listening at';
const ANSWERED = '\u001e';
const PATIENCE_MS = 1_800_000;

const seconds = (from, to = performance.now()) => (to - from) / 1000;

/** A process in a group of its own, and what it says with the time of each part. */
class Program {
  #heard = [];
  #waiting = new Set();

  constructor(command, options) {
    this.child = spawn('sh', command, { ...options, detached: true });
    this.over = once(this.child, 'close');
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        this.#heard.push({ text, at: performance.now() });
        for (const look of this.#waiting) look();
      });
  }

  get said() {
    return this.#heard.map(({ text }) => text).join('');
  }

  /** When it has said these words; null if not. */
  when(words) {
    let said = '';
    return this.#heard.find(({ text }) => (said += text).includes(words))?.at ?? null;
  }

  forget() {
    this.#heard = [];
  }

  async hear(words) {
    let timer;
    const heard = new Promise((resolve, reject) => {
      const look = () => this.when(words) !== null && resolve();
      const giveUp = (why) => reject(new Error(`${why} before "${words}":\n${this.said}`));
      this.#waiting.add(look);
      timer = setTimeout(giveUp, PATIENCE_MS, 'too late');
      void this.over.then(() => giveUp('it ended'));
      look();
    });
    await heard.finally(() => clearTimeout(timer));
    this.#waiting.clear();
  }

  async end() {
    if (this.child.exitCode === null && this.child.signalCode === null) process.kill(-this.child.pid, 'SIGTERM');
    await this.over;
  }
}

export class Newcomer {
  home;
  #env;
  #port;
  #programs = [];

  constructor({ folder, cold, port = '3000' }) {
    this.home = join(folder, 'acervo');
    this.#port = port;
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => OWN.test(name)));
    const npm = { npm_config_userconfig: join(folder, 'npmrc'), ...(cold && { npm_config_cache: join(folder, 'npm-cache') }) };
    this.#env = { ...own, ...npm, LC_ALL: 'C', ...(port !== '3000' && { PORT: port }) };
  }

  clone(root) {
    const from = performance.now();
    execFileSync('git', ['clone', '--quiet', `file://${root}`, this.home]);
    return { title: 'Clone, from this disk', commands: 'git clone … acervo && cd acervo', output: '', seconds: seconds(from) };
  }

  /** Until it says that it listens; installation and the rest apart. */
  async start(command) {
    if (await this.#answers()) throw new Error(`something answers at port ${this.#port} already: give another by --port`);
    const from = performance.now();
    const service = this.#run(['-c', command]);
    await service.hear(LISTENS);
    const [installs, builds, listens] = [INSTALLS, BUILDS, LISTENS].map((words) => service.when(words));
    if (installs === null || builds === null) throw new Error('the clone was installed or built already');
    return [
      { title: 'Install the locked packages', seconds: seconds(from, builds) },
      { title: 'Build, start, load the demo archive', commands: command, output: service.said, seconds: seconds(builds, listens) },
    ];
  }

  /** One shell for all of them, as it keeps its variables. */
  async calls(blocks) {
    const shell = this.#run(['-eu']);
    const steps = [];
    for (const { title, commands, answer } of blocks) {
      const from = performance.now();
      shell.forget();
      shell.child.stdin.write(`${commands.replaceAll(WRITTEN, `localhost:${this.#port}`)}\nprintf '${ANSWERED}'\n`);
      await shell.hear(ANSWERED);
      const output = shell.said.replace(ANSWERED, '');
      if (answer !== null && output !== answer) throw new Error(`"${title}" answered:\n${output}`);
      steps.push({ title, commands: commands.trim(), output, seconds: seconds(from) });
    }
    return steps;
  }

  async leave() {
    for (const program of this.#programs.reverse()) await program.end();
  }

  #run(words) {
    const program = new Program(words, { cwd: this.home, env: this.#env });
    this.#programs.push(program);
    return program;
  }

  #answers() {
    return fetch(`http://localhost:${this.#port}/`).then(
      () => true,
      () => false,
    );
  }
}
