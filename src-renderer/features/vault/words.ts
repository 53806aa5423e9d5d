import { inLanguage } from '../../words/in-language.ts';
import { vaultWords } from './words.en.ts';

export const words = inLanguage('features/vault/words', vaultWords);
