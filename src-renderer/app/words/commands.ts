import { inLanguage } from '../../words/in-language.ts';
import { commandsWords } from './commands.en.ts';

export const words = inLanguage('app/words/commands', commandsWords);
