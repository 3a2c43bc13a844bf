// Run before whatever needs packages: `--run` installs what building and running the service needs, otherwise all is installed.
import { install, RUN } from './dependencies.mjs';

install(process.argv.includes('--run') ? RUN : undefined);
