import type { Answer } from '../../e2e/support/api';
import { AnswerChecker } from './answers';
import type { Coverage } from './coverage';
import type { DescribedOperation } from './document';
import { changed, type Input, type InputKind } from './mutations';
import { saidBy, sendRequest, told, type FuzzRequest } from './requests';
import type { World } from './world';

/** How often another client calls, in inputs. */
const BYSTANDER_EVERY = 16;

/** Sends inputs and finds what is wrong with the answers. */
export class Judge {
  private readonly checker: AnswerChecker;
  private sent = 0;

  constructor(
    private readonly world: World,
    private readonly coverage: Coverage,
  ) {
    this.checker = new AnswerChecker(world.document);
  }

  async requestOf(title: string, { kind, changes }: Input): Promise<FuzzRequest> {
    const good = await this.world.goodCall(title, kind === 'valid');
    return changes.reduce((made, change) => changed(made, change, (place, of) => this.world.idOf(place, of, title)), good);
  }

  async answerTo(title: string, kind: InputKind, request: FuzzRequest, token: string | null): Promise<Answer | 'hung up'> {
    const answer = await sendRequest(this.world.scene.service.url, token, request);
    this.coverage.count(title, kind, answer === 'hung up' ? answer : answer.status);
    if (answer !== 'hung up') await this.world.noted(title, answer, token, request);
    return answer;
  }

  async problemsOf(operation: DescribedOperation, input: Input): Promise<string[]> {
    const { world } = this;
    const { title } = operation;
    const request = await this.requestOf(title, input);
    const mustBeRefused = world.isAstray(input, title) || input.changes.some(({ refused }) => refused);
    const [answer, disturbed] = await Promise.all([
      this.answerTo(title, input.kind, request, world.tokenFor(input)),
      this.sent++ % BYSTANDER_EVERY === 0 ? world.bystander.call() : [],
    ]);
    if (answer === 'hung up') return disturbed;
    const said = saidBy(request);
    const problems = [
      ...disturbed,
      ...this.checker.problemsOf(operation, answer, said),
      ...world.alienIn(input, answer, said).map((mark) => `tells ${mark}, of another client`),
      ...(answer.status < 400 ? unnamed(input, answer) : []),
      ...(mustBeRefused && answer.status < 400 ? [`answered ${answer.status} to what it must refuse: ${answer.text.slice(0, 300)}`] : []),
    ];
    return problems.length === 0 ? [] : [...problems, `to ${told(request)}`];
  }
}

/** Names that were ignored, and the answer does not say so. */
function unnamed({ changes }: Input, { headers }: Answer): string[] {
  const told = (headers.get('campos-ignorados') ?? '').split(', ');
  return changes.flatMap((change) => (change.what === 'add' && change.ignored && !told.includes(change.name) ? [`does not say that it ignored ${change.name}`] : [])); // prettier-ignore
}
