import { inDeployment } from '../../shared/current-shop.ts'
import { findAccount } from './account.ts'
import {
  parseCommandLine,
  Refusal,
  requiredShop,
  runProgram,
  WrongUsage,
} from './command-line.ts'
import { migrations } from './migrations/all.ts'
import { MigrationRunning } from './migrations/claim.ts'
import { migrate as runMigrations } from './migrations/run.ts'
import { stackOutput } from './stack.ts'

const usage = `npm run migrate -- --shop <name> [options]

Brings the records of a shop's table to the layout of this release, while the shop sells.
Deploy the release first. It may be stopped by Ctrl-C, or killed, and repeated.

  --shop <name>               the shop, which is the name of its stack
  --table <name>              the table itself, for one without a stack
  --dry-run                   counts what it would change, and changes nothing
  --units-per-second <units>  capacity of the table it may take, 200 by default
  --help                      shows this`

/** `npm run migrate`: returns the exit code, which is 1 also when it was stopped. */
export const migrate = (args: readonly string[], signal: AbortSignal): Promise<number> =>
  runProgram(usage, args, async () => {
    const { values } = parseCommandLine(args, {
      shop: { type: 'string' },
      table: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'units-per-second': { type: 'string', default: '200' },
    })
    const unitsPerSecond = Number(values['units-per-second'])
    if (!(unitsPerSecond > 0)) {
      throw new WrongUsage('--units-per-second must be a number above 0')
    }
    process.env.TABLE_NAME = values.table ?? (await tableOf(requiredShop(values.shop)))
    const isDone = await inDeployment(() =>
      runMigrations(migrations, {
        dryRun: values['dry-run'],
        unitsPerSecond,
        signal,
        report: console.log,
      }),
    ).catch(explain)
    if (!isDone)
      throw new Refusal('Stopped. Repeat the command, and it goes on from here.')
  })

async function tableOf(shop: string): Promise<string> {
  await findAccount()
  return stackOutput(shop, 'TableName')
}

function explain(error: unknown): never {
  if (error instanceof MigrationRunning) {
    throw new Refusal(
      'Another run is migrating this table. If it was killed, repeat the command in ' +
        `${Math.max(1, Math.ceil(error.forMs / 1_000))} s.`,
    )
  }
  throw (error as Error).cause ?? error
}

if (import.meta.main) {
  const stop = new AbortController()
  // A second Ctrl-C ends the program as usual.
  process.once('SIGINT', () => stop.abort())
  process.exitCode = await migrate(process.argv.slice(2), stop.signal)
}
