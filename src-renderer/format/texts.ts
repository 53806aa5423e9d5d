import { inLanguage } from '../words/in-language.ts';
import { formatTexts } from './texts.en.ts';

export const texts = inLanguage('format/texts', formatTexts);
