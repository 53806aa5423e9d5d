import { readFileSync } from 'node:fs';
import { fileRecord } from '../../src-main/app/offline-record.ts';
import { recordAccepted } from '../../src-main/offline/accept.ts';
import { readOfflineBundle } from '../../src-main/offline/bundle.ts';
import { judgeOffline } from '../../src-main/offline/judge.ts';
import { diskFiles } from '../../src-main/system/small-files.ts';
import { goodTrade } from './good-trade.ts';
import { BUNDLED_AT, offlineGrounds } from './offline-bundle.ts';
import { codeOf } from './trader.ts';

/**
 * A process of its own that works with the small files of a folder, when it is given a line on standard input:
 * `count` adds 1 so many times, `hold` keeps the folder until it is killed, `sign` keeps the bundle of a file as signed.
 */
const [folder = '', task = '', argument = ''] = process.argv.slice(2);
const files = diskFiles(folder);
const swap = goodTrade('ada', 1);

console.log('ready');
process.stdin.once('data', () => {
  if (task === 'count')
    for (let times = 0; times < Number(argument); times += 1)
      files.change('count', (before) => Buffer.from(String(Number(before ? Buffer.from(before) : 0) + 1)));
  if (task === 'hold')
    files.change('count', (before) => {
      console.log('holding');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return before;
    });
  if (task === 'sign') console.log(codeOf(kept()));
  process.exit(0);
});

/** Judged by an empty record, as if all were judged before any of them had signed. */
function kept() {
  const bundle = readOfflineBundle(readFileSync(argument, 'utf8'));
  if (!bundle.ok) return bundle;
  const judged = judgeOffline(bundle.value, offlineGrounds({ before: [] }, swap));
  return fileRecord(files).change((record) =>
    recordAccepted(record, judged, ({ rule }) => rule !== 'V12', BUNDLED_AT),
  );
}
