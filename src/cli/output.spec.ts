import { Output, Progress } from './output';

const CLEAR = '\r\u001b[K';

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) > 0 };
}

describe('the progress of a command', () => {
  it('is one line with rate and remaining time, updated periodically', () => {
    const screen = terminal(true);
    let now = 0;
    const progress = new Progress('import', 'lines', screen as never, () => now);
    progress.show(0, 10_000);
    now = 100;
    progress.show(100, 10_000);
    now = 2000;
    progress.show(2000, 10_000);
    now = 4000;
    progress.show(2, 10_000);
    expect(screen.written).toEqual([
      `${CLEAR}[import] 0 of 10 000 lines, 0 %`,
      `${CLEAR}[import] 2 000 of 10 000 lines, 20 %, 1 000/s, 8 s left`,
      `${CLEAR}[import] 2 of 10 000 lines, 0 %, 0.5/s, 5.6 h left`,
    ]);
  });

  it('has no remaining time when the total is unknown', () => {
    const screen = terminal(true);
    let now = 0;
    const progress = new Progress('sweep', 'objects', screen as never, () => now);
    now = 5000;
    progress.show(1500, null);
    expect(screen.written).toEqual([`${CLEAR}[sweep] 1 500 objects, 300/s`]);
  });

  it('is not shown without a terminal', () => {
    const screen = terminal(false);
    const progress = new Progress('import', 'lines', screen as never);
    progress.show(1, 2);
    progress.clear();
    expect(screen.written).toEqual([]);
  });
});

describe('the output of a command', () => {
  function said(work: () => void): string[] {
    const lines: string[] = [];
    const log = console.log;
    console.log = (line: string) => void lines.push(line);
    try {
      work();
    } finally {
      console.log = log;
    }
    return lines;
  }

  it('does not overwrite the progress line', () => {
    const screen = terminal(true);
    const output = new Output(false, screen as never);
    const progress = output.progress('verify', 'files');
    progress.show(1, 2);
    expect(said(() => output.line('a fault', { kind: 'fault' }))).toEqual(['a fault']);
    progress.show(2, 2);
    expect(said(() => output.end({ text: 'done', exitCode: 0 }))).toEqual(['done']);
    // How fast it was is a matter of the machine.
    const drawn = screen.written.map((text) => text.replace(/, [\d ]+\/s$/, ''));
    expect(drawn).toEqual([`${CLEAR}[verify] 1 of 2 files, 50 %`, CLEAR, `${CLEAR}[verify] 2 of 2 files, 100 %`, CLEAR]);
  });

  it('is JSON for programs, with the exit code at the end', () => {
    const output = new Output(true, terminal(false) as never);
    const lines = said(() => {
      output.line('a fault', { kind: 'fault' });
      output.end({ text: 'done', exitCode: 1, data: { faults: 1 } });
      output.end({ text: 'done', exitCode: 0 });
    });
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { kind: 'fault' },
      { faults: 1, exitCode: 1 },
      { text: 'done', exitCode: 0 },
    ]);
  });
});
