import { inLanguage } from '../../words/in-language.ts';
import { tokensWords } from './words.en.ts';

export const words = inLanguage('features/tokens/words', tokensWords);
