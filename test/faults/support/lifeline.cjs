/** `node -r` this file: the process lives no longer than the one that holds the other end of its standard input. */
process.stdin.on('error', () => process.kill(process.pid, 'SIGKILL'));
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'));
process.stdin.resume();
process.stdin.unref?.();
