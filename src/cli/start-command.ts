import type { Command } from 'commander';
import { t } from '#src/terminal/language';

export function addStartCommand(acervo: Command): void {
  acervo
    .command('start')
    .description(t('starts the service; so does `acervo` without a command', 'inicia o serviço, como o `acervo` sem comando'))
    .action(async () => void (await import('#src/main')));
}
