import { inLanguage } from '../words/in-language.ts';
import { widgetWords } from './words.en.ts';

export const words = inLanguage('widgets/words', widgetWords);
