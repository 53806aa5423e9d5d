import { inLanguage } from '../../words/in-language.ts';
import { adviceWords } from './advice-words.en.ts';

export const advice = inLanguage('features/vault/advice-words', adviceWords);
