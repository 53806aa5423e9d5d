/** Each worker shows its windows on a display of its own, where there are several (see `with-display.sh`). */
const displays = process.env['TEST_DISPLAYS']?.split(' ') ?? [];
const worker = Number(process.env['VITEST_POOL_ID'] ?? 1);
const own = displays[(worker - 1) % displays.length];
if (own !== undefined) process.env['DISPLAY'] = own;
