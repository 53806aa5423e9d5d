/**
 * Fonts for scripts that Inter lacks, since token names come in all of them. Each file covers a range of characters and is
 * loaded only once a page shows one of these.
 */
import '@fontsource/noto-emoji/400.css';
import '@fontsource/noto-sans-arabic/400.css';
import '@fontsource/noto-sans-devanagari/400.css';
import '@fontsource/noto-sans-hebrew/400.css';
import '@fontsource/noto-sans-kr/400.css';
import '@fontsource/noto-sans-sc/400.css';
import '@fontsource/noto-sans-thai/400.css';
