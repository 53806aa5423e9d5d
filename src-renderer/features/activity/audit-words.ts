import { inLanguage } from '../../words/in-language.ts';
import { auditWords } from './audit-words.en.ts';

export const words = inLanguage('features/activity/audit-words', auditWords);
