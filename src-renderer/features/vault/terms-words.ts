import { inLanguage } from '../../words/in-language.ts';
import { termsWords } from './terms-words.en.ts';

export const terms = inLanguage('features/vault/terms-words', termsWords);
