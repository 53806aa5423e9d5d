import { inLanguage } from '../../words/in-language.ts';
import { qualityWords } from './words.en.ts';

export const words = inLanguage('features/quality/words', qualityWords);
