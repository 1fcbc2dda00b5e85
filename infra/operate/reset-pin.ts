import { parseArgs } from 'node:util'
import { joinLocalShop } from '../local/join.ts'
import { askSecret } from './ask-secret.ts'
import { joinCloudShop } from './join-cloud.ts'

/*
 * `npm run reset-pin -- --shop corner --name ana` gives a user a new PIN, with the AWS
 * rights of whoever runs it: the way back for the last administrator. With `--local`
 * instead of `--shop` the user is one of the system on this machine, running or not.
 */
const { values } = parseArgs({
  options: {
    shop: { type: 'string' },
    local: { type: 'boolean', default: false },
    name: { type: 'string' },
    pin: { type: 'string' },
  },
})
const { shop, local, name } = values
if (!name || (shop === undefined) !== local) {
  console.error('usage: npm run reset-pin -- (--shop <shop> | --local) --name <user>')
  process.exit(2)
}

try {
  const dataDir = process.env.POS_DATA_DIR || '.pos'
  const joined = shop === undefined ? await joinLocalShop(dataDir) : undefined
  if (shop !== undefined) await joinCloudShop(shop)
  try {
    await reset(name, values.pin ?? (await askSecret(`New PIN of ${name}: `)))
  } finally {
    await joined?.close()
  }
  console.log(`${name} has the new PIN, and all earlier sessions have ended.`)
  process.exit(0)
} catch (error) {
  console.error(`The PIN is as it was: ${(error as Error).message}`)
  process.exit(1)
}

/** Imported late, when the environment is set. */
async function reset(userName: string, pin: string): Promise<void> {
  const { resetPin } = await import('../../shared/staff/reset-pin.ts')
  const { closeWatchers } = await import('../../shared/payments-feed/close-watchers.ts')
  const { Failure } = await import('../../shared/failure.ts')
  const { userId } = await resetPin(userName, pin).catch((error: unknown) => {
    throw error instanceof Failure ? new Error(error.text) : error
  })
  if (process.env.WATCHERS_ENDPOINT) await closeWatchers({ userId })
}
