import { inLanguage } from '../../words/in-language.ts';
import { sheetsWords } from './sheets.en.ts';

export const words = inLanguage('app/words/sheets', sheetsWords);
