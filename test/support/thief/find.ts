import { beginning } from './beginning.ts';
import { explore, plainest, storyOf } from './explore.ts';
import { KINDS, type Kind } from './kinds.ts';
const [count = '20000', seed = '1', only] = process.argv.slice(2);
const kinds = only === undefined ? KINDS : (only.split(',') as Kind[]);
const b = await beginning();
let n=0; let last=process.cpuUsage();
const started = process.cpuUsage();
const { judged, attempts, findings } = await explore({ seed: Number(seed), count: Number(count), kinds }, b, (_, name) => { if (process.env.V) { n+=1; const t=process.cpuUsage(last); last=process.cpuUsage(); console.log(n, _, ((t.user+t.system)/1000).toFixed(0), process.memoryUsage().rss>>20, name ?? ''); } });
const cpu = process.cpuUsage(started);
console.log(`${judged} transactions judged in ${attempts} attempts, ${((cpu.user + cpu.system) / 1e6).toFixed(1)} s of CPU`);
for (const [name, { what }] of [...findings].sort(([, l], [, r]) => (l.outcome.lost < r.outcome.lost ? 1 : -1))) {
  const { outcome } = await plainest(what, b);
  console.log(`\n${name}\n${storyOf(outcome)}`);
}
