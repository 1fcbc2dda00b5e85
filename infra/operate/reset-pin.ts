import { Failure } from '../../shared/failure.ts'
import { closeWatchers } from '../../shared/lightning/payments-feed/close-watchers.ts'
import { resetPin } from '../../shared/people/staff/reset-pin.ts'
import { problemOf } from '../../shared/platform/http/problems.ts'
import { joinLocalShop } from '../local/join.ts'
import { findAccount } from './account.ts'
import {
  askSecret,
  parseCommandLine,
  Refusal,
  runProgram,
  WrongUsage,
} from './command-line.ts'
import { serveFurther } from './further-shop.ts'
import { joinCloudShop } from './stack.ts'

/*
 * `npm run reset-pin -- --shop corner --name ana` gives a user a new PIN, with your
 * AWS rights: the way back for the last administrator. With `--local`
 * instead of `--shop` the user is one of the system on this machine, running or not; with
 * `--further cafe` one of a further shop of the deployment.
 */
const usage = `npm run reset-pin -- (--shop <shop> | --local) [--further <id>]
    --name <user> [--pin <pin>]

With --further it is a user of that further shop of the deployment.
Without --pin the PIN is asked for and not shown; with it, it stays in the shell's history.`

const args = process.argv.slice(2)
process.exit(
  await runProgram(usage, args, async () => {
    const { values } = parseCommandLine(args, {
      shop: { type: 'string' },
      local: { type: 'boolean', default: false },
      further: { type: 'string' },
      name: { type: 'string' },
      pin: { type: 'string' },
    })
    const { shop, local, further, name, pin } = values
    if (!name) throw new WrongUsage('--name is missing: whose PIN it is')
    if ((shop === undefined) !== local) throw new WrongUsage('Give --shop or --local.')
    const dataDir = process.env.POS_DATA_DIR || '.pos'
    const joined = shop === undefined ? await joinLocalShop(dataDir) : undefined
    if (shop !== undefined) {
      await findAccount()
      await joinCloudShop(shop)
    }
    try {
      if (further !== undefined) await serveFurther(further)
      await reset(name, pin ?? (await askSecret(`New PIN of ${name}: `)))
    } finally {
      await joined?.close()
    }
    console.log(`${name} has the new PIN, and all earlier sessions have ended.`)
  }),
)

async function reset(userName: string, pin: string): Promise<void> {
  const { userId } = await resetPin(userName, pin).catch((error: unknown) => {
    throw error instanceof Failure
      ? new Refusal(`The PIN is as it was: ${problemOf(error.kind).text}`)
      : error
  })
  if (process.env.WATCHERS_ENDPOINT) await closeWatchers({ userId })
}
