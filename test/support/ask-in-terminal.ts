// A command that asks for a yes, for a test that presses Ctrl-C meanwhile.
import { askYes } from '../../src-main/cli/asking.ts';
import { Interruption, Terminal } from '../../src-main/cli/terminal.ts';

const interruption = new Interruption(new Terminal(true));
interruption.listen();
const yes = await askYes('Type yes to sign this: ', interruption.signal);
process.stdout.write(`answered ${yes}\n`);
