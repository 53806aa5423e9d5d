import { inLanguage } from '../../words/in-language.ts';
import { activityWords } from './words.en.ts';

export const words = inLanguage('features/activity/words', activityWords);
