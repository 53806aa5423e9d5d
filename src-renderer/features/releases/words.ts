import { inLanguage } from '../../words/in-language.ts';
import { releaseWords } from './words.en.ts';

export const words = inLanguage('features/releases/words', releaseWords);
