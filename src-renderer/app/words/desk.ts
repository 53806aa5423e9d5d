import { inLanguage } from '../../words/in-language.ts';
import { deskWords } from './desk.en.ts';

export const words = inLanguage('app/words/desk', deskWords);
