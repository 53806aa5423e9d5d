import { inLanguage } from '../../words/in-language.ts';
import { settingsWords } from './words.en.ts';

export const words = inLanguage('features/settings/words', settingsWords);
