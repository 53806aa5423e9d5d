import { inLanguage } from '../../words/in-language.ts';
import { typedWords } from './typed.en.ts';

export const words = inLanguage('app/words/typed', typedWords);
