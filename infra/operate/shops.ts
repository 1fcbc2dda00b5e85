import { setTimeout as sleep } from 'node:timers/promises'
import { type CurrentShop, inShop, mainShop } from '../../shared/current-shop.ts'
import { isFailure } from '../../shared/failure.ts'
import { secret, verifyWithSecret } from '../../shared/platform/deployment/secrets.ts'
import { shopSecrets } from '../../shared/platform/deployment/shop-secrets.ts'
import type { ShopRecord } from '../../shared/platform/shops/shop-records.ts'
import * as records from '../../shared/platform/shops/shop-records.ts'
import { freshMs } from '../../shared/platform/shops/visited-shop.ts'
import { setupCode } from '../../shared/selling/shop-config/setup-code.ts'
import { joinLocalShop } from '../local/join.ts'
import { findAccount } from './account.ts'
import { parseCommandLine, Refusal, runProgram, WrongUsage } from './command-line.ts'
import { findLockedOut, requireNobodyLockedOut } from './locked-out.ts'
import { exportTo, importFile, remove } from './move-commands.ts'
import { requireNames } from './shop-names.ts'
import { changedSettings } from './shop-settings.ts'
import { closeSockets } from './shop-sockets.ts'
import { joinCloudShop, stackOutput } from './stack.ts'

const usage = `npm run shops -- (--shop <stack> | --local) <command>

Further shops of a deployment, each at hosts of its own under the option shopDomain.

  list                          every further shop, its state and its hosts
  create <id> --host <host>     a new shop; prints the code that opens its set-up and the
                                secret that signs its node's webhooks. --host may be repeated
  code <id>                     prints both again
  suspend <id>                  refuses every call of the shop and closes its sockets;
                                its data is kept
  read-only <id>                refuses changes alone, while the shop is moved
  resume <id>                   opens a shop again
  export <id> --to <file>       writes all data of a shop that is read-only or suspended to
                                a file, compressed if its name ends with .gz, and prints
                                the move code that the import asks for
  import <id> --from <file> --host <host>
                                a new shop with the data of the file, read-only at first;
                                may be repeated. --code <code> answers the question
  delete <id> --to <file>       suspends the shop, exports it to the file and deletes it;
                                asks first, unless --yes says so; may be repeated
  rotate <id> <secret>          derives a new token-key, pin-key, tunnel-key or
                                webhook-secret for the shop; the one before stays valid
                                until --finish. For pin-key that is refused while somebody
                                has not moved to the new key, unless --lock-out says so
  settings <id>                 the options that the shop has otherwise than the deployment
  set <id> <name>=<value> ...   changes them; without a value the deployment's counts again

  --shop <stack>                the deployment, which is the name of its stack
  --local                       the system on this machine, running or not
  --help                        shows this`

const states = { suspend: 'suspended', 'read-only': 'read-only', resume: 'open' } as const

/** `npm run shops`: returns the exit code. */
export const shops = (args: readonly string[]): Promise<number> =>
  runProgram(usage, args, async () => {
    const { values, positionals } = parseCommandLine(
      args,
      {
        shop: { type: 'string' },
        local: { type: 'boolean', default: false },
        host: { type: 'string', multiple: true, default: [] },
        to: { type: 'string' },
        from: { type: 'string' },
        code: { type: 'string' },
        yes: { type: 'boolean', default: false },
        finish: { type: 'boolean', default: false },
        'lock-out': { type: 'boolean', default: false },
      },
      true,
    )
    const { shop, local, host: hosts, ...given } = values
    if ((shop === undefined) !== local) throw new WrongUsage('Give --shop or --local.')
    const joined = local
      ? await joinLocalShop(process.env.POS_DATA_DIR || '.pos')
      : undefined
    if (shop !== undefined) {
      await findAccount()
      await joinCloudShop(shop, ['AgentsFunction', 'StaffFunction'])
      process.env.UPLOADS_BUCKET = await stackOutput(shop, 'UploadsBucket')
    }
    try {
      const [command, id, ...words] = positionals
      await run(command, id, { ...given, hosts, stack: shop ?? '', words })
    } finally {
      await joined?.close()
    }
  })

type Details = {
  readonly hosts: readonly string[]
  readonly stack: string
  readonly words: readonly string[]
  readonly finish: boolean
  readonly 'lock-out': boolean
  readonly to?: string | undefined
  readonly from?: string | undefined
  readonly code?: string | undefined
  readonly yes: boolean
}

async function run(
  command: string | undefined,
  id: string | undefined,
  details: Details,
): Promise<void> {
  const { hosts, stack, words } = details
  if (command === 'list') {
    for (const each of await records.allShops()) {
      console.log(
        `${each.id.padEnd(24)} ${each.state.padEnd(10)} ${each.hosts.join(', ')}`,
      )
    }
    return
  }
  if (id === undefined) throw new WrongUsage('Name a command and a shop.')
  if (id === mainShop.id && (command === 'export' || command === 'import')) {
    throw new Refusal(
      'main is the shop of the deployment itself: it can be neither exported nor imported. ' +
        'An administrator gets its data with GET /export/shop, of which import makes a ' +
        'further shop.',
    )
  }
  if (command === 'import') return importFile(id, details)
  if (command === 'create') {
    requireNames(id, hosts, stack)
    const shop = await records.createShop(id, hosts, Date.now()).catch((error) => {
      throw isFailure(error, 'alreadyExists')
        ? new Refusal(
            `There is a shop ${id} already, or one of these hosts is another's.`,
          )
        : error
    })
    console.log(`${id} is at ${hosts.join(', ')}`)
    await printCode(shop)
    return
  }
  const shop = await records.findShop(id)
  if (!shop) throw new Refusal(`There is no shop ${id}.`)
  if (command === 'code') return printCode(shop)
  if (command === 'rotate') return rotate(shop, words[0], details)
  if (command === 'settings') return printSettings(shop.settings)
  if (command === 'set') {
    const settings = changedSettings(shop.settings, words)
    await records.changeShop(shop, { settings })
    printSettings(settings)
    return console.log('Functions notice within five seconds.')
  }
  if (command === 'delete') return remove(shop, details)
  if (command === 'export') {
    if (shop.unfinished) throw notEnded(id)
    if (shop.state === 'open') {
      throw new Refusal(
        `${id} is open: first make it read-only, so that nothing changes.`,
      )
    }
    return exportTo(shop, details.to)
  }
  const state = Object.entries(states).find(([name]) => name === command)?.[1]
  if (!state) throw new WrongUsage(`No such command: ${command}`)
  if (shop.unfinished) throw notEnded(id)
  await records.changeShop(shop, { state })
  if (state === 'suspended') await closeSockets(records.currentOf(shop))
  console.log(`${id} is ${state}; functions notice within five seconds.`)
}

const notEnded = (id: string) =>
  new Refusal(
    `The import or deletion of ${id} has not ended: repeat it, or delete the shop.`,
  )

async function rotate(
  shop: ShopRecord,
  name: string | undefined,
  { finish, 'lock-out': lockOut }: Details,
): Promise<void> {
  const { changeShop, findShop } = records
  const secret = shopSecrets.find((each) => each === name)
  if (!secret) throw new WrongUsage(`Name a secret: ${shopSecrets.join(', ')}.`)
  const [current = 1, previous] = shop.keyVersions[secret] ?? []
  const next = Number(current) + 1
  if (finish === (previous === undefined)) {
    throw new Refusal(
      finish
        ? `No rotation of the ${secret} of ${shop.id} has begun.`
        : `A rotation of the ${secret} of ${shop.id} has begun: end it with --finish.`,
    )
  }
  if (finish && secret === 'pin-key' && !lockOut) {
    const finished = {
      ...shop,
      keyVersions: { ...shop.keyVersions, [secret]: [current] },
    }
    const locked = inShop(finished, () => verifyWithSecret(secret, findLockedOut))
    requireNobodyLockedOut((await locked) ?? [])
  }
  const become = async (versions: readonly (number | string)[]) => {
    const keyVersions = { ...shop.keyVersions, [secret]: versions }
    await changeShop((await findShop(shop.id)) ?? shop, { keyVersions })
  }
  if (finish) await become([current])
  else {
    // A function that does not know the new value yet must not meet its signatures
    await become([current, next])
    await sleep(freshMs)
    await become([next, current])
  }
  if (secret === 'webhook-secret' && !finish)
    await printCode((await findShop(shop.id)) ?? shop)
  console.log(
    finish
      ? `The ${secret} of ${shop.id} before is no longer valid.`
      : `${shop.id} has a new ${secret}; the one before is valid until --finish.`,
  )
}

/** In one order: a stored map has none. */
const printSettings = (settings: ShopRecord['settings']) => {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  for (const line of lines.sort()) console.log(line)
}

async function printCode(shop: CurrentShop): Promise<void> {
  const code = await inShop(shop, setupCode)
  if (code !== '') console.log(`setup code     ${code}`)
  console.log(`webhook secret ${await inShop(shop, () => secret('webhook-secret'))}`)
}

if (import.meta.main) {
  const code = await shops(process.argv.slice(2))
  process.exit(code)
}
