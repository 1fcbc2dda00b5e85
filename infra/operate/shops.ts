import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CurrentShop, inShop, mainShop, shopId } from '../../shared/current-shop.ts'
import { shopSecrets } from '../../shared/deployment/shop-secrets.ts'
import { isFailure } from '../../shared/failure.ts'
import type { ShopRecord } from '../../shared/shops/shop-records.ts'
import { joinLocalShop } from '../local/join.ts'
import { findAccount } from './account.ts'
import {
  ask,
  askSecret,
  parseCommandLine,
  Refusal,
  runProgram,
  WrongUsage,
} from './command-line.ts'
import { findLockedOut, requireNobodyLockedOut } from './locked-out.ts'
import { changedSettings } from './shop-settings.ts'
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

/** A queue's name has 80 characters at most, 35 of them after the ids of stack and shop. */
const maxNames = 45

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
  // Imported late, when the environment is set.
  const records = await import('../../shared/shops/shop-records.ts')
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
      'main is the shop of the deployment itself: it can be neither exported nor imported.',
    )
  }
  if (command === 'import') return importFile(id, details)
  if (command === 'create') {
    await requireNames(id, hosts, stack)
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

/** Closes a suspended shop's sockets and tunnels once functions let no new ones in. */
export async function closeSockets(shop: CurrentShop): Promise<void> {
  if (!process.env.WATCHERS_ENDPOINT) return
  const { allAgents } = await import('../../shared/agents/agents.ts')
  const { tunnelConnections } = await import('../../shared/agents/tunnel-sockets.ts')
  const { closeWatchers } = await import('../../shared/payments-feed/close-watchers.ts')
  const { freshMs } = await import('../../shared/shops/visited-shop.ts')
  await sleep(freshMs)
  await inShop(shop, async () => {
    await closeWatchers('shop')
    for (const { tunnelConnectionId } of await allAgents()) {
      if (tunnelConnectionId) await tunnelConnections().close(tunnelConnectionId)
    }
  })
}

export async function exportTo(shop: ShopRecord, to: string | undefined): Promise<void> {
  if (to === undefined) throw new WrongUsage('--to is missing: the file to write')
  requireRunning()
  requireNoFile(to)
  const { exportShop, untilQuiet } = await import('./move-shop.ts')
  const { findShop } = await import('../../shared/shops/shop-records.ts')
  console.log(`Waiting until all that began before has ended.`)
  await untilQuiet(shop)
  const moveCode = randomBytes(32).toString('hex')
  // First, so that no file is ever without its code
  console.log(`move code ${moveCode}`)
  const { items, files } = await exportShop(shop, to, moveCode)
  const after = await findShop(shop.id)
  if (after?.state === 'open' || after?.closedAtMs !== shop.closedAtMs) {
    await rm(to)
    throw new Refusal(
      `${shop.id} was resumed or closed again during the export: nothing was kept of it.`,
    )
  }
  console.log(`${to} has ${items} records and ${files} pictures of ${shop.id}.`)
  console.log('Keep the code apart from the file: with both, PINs can be guessed.')
}

async function importFile(
  id: string,
  { hosts, stack, from, code }: Details,
): Promise<void> {
  if (from === undefined) throw new WrongUsage('--from is missing: the file to read')
  requireRunning()
  await requireNames(id, hosts, stack)
  const { importShop } = await import('./move-shop.ts')
  const askMoveCode = async () => code ?? (await askSecret('Move code: '))
  const { items, files } = await importShop(from, { id, hosts }, askMoveCode)
  console.log(
    `${id} has ${items} records and ${files} pictures, and is read-only at ${hosts.join(', ')}; ` +
      'open it with resume once the other deployment has suspended it.',
  )
}

export async function remove(
  shop: ShopRecord,
  { to, yes }: Pick<Details, 'to' | 'yes'>,
): Promise<void> {
  requireRunning()
  const { id } = shop
  const answer = yes ? id : await ask(`To delete all data of ${id}, type "${id}": `)
  if (answer !== id) throw new Refusal('Not confirmed: nothing was changed.')
  const { isExportOf, removeShop } = await import('./move-shop.ts')
  const { changeShop, findShop } = await import('../../shared/shops/shop-records.ts')
  const current = async () => (await findShop(id)) ?? shop
  if (!shop.unfinished) {
    if (to === undefined) throw new WrongUsage('--to is missing: the file to export to')
    // That of the same command, if it was interrupted
    const isExported =
      shop.state === 'suspended' && existsSync(to) && (await isExportOf(shop, to))
    if (!isExported) requireNoFile(to)
    if (shop.state !== 'suspended') await changeShop(shop, { state: 'suspended' })
    const suspended = await current()
    await closeSockets(suspended)
    if (!isExported) await exportTo(suspended, to)
    // Fails if it was resumed since
    await changeShop(suspended, { unfinished: 'deletion' })
  } else if (shop.unfinished !== 'deletion') {
    // An import that still runs cannot end any more
    await changeShop(shop, { unfinished: 'deletion' })
  }
  await removeShop(await current())
  console.log(`${id} is deleted. AWS keeps backups of its data for 35 days.`)
}

function requireNoFile(path: string): void {
  if (existsSync(path)) throw new Refusal(`There is a file ${path} already.`)
}

/** Pictures and queues of this machine are served only while its system runs. */
function requireRunning(): void {
  if (!process.env.UPLOADS_BUCKET) throw new Refusal('First start the system: npm start')
}

async function rotate(
  shop: ShopRecord,
  name: string | undefined,
  { finish, 'lock-out': lockOut }: Details,
): Promise<void> {
  const { changeShop, findShop } = await import('../../shared/shops/shop-records.ts')
  const { freshMs } = await import('../../shared/shops/visited-shop.ts')
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
    const { verifyWithSecret } = await import('../../shared/deployment/secrets.ts')
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
    // A function that does not know the new one yet must not meet what it has signed
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
  const { setupCode } = await import('../../shared/shop/setup-code.ts')
  const secrets = await import('../../shared/deployment/secrets.ts')
  const code = await inShop(shop, setupCode)
  if (code !== '') console.log(`setup code     ${code}`)
  console.log(
    `webhook secret ${await inShop(shop, () => secrets.secret('webhook-secret'))}`,
  )
}

async function requireNames(
  id: string,
  hosts: readonly string[],
  stack: string,
): Promise<void> {
  if (!shopId.test(id)) {
    throw new Refusal(
      'The id of a shop has up to 24 lower-case letters, digits and hyphens, a letter first.',
    )
  }
  if (id.length + stack.length > maxNames) {
    throw new Refusal(
      `The names of stack and shop have ${maxNames} characters at most, together.`,
    )
  }
  const domain = process.env.SHOP_DOMAIN
  if (!domain) {
    throw new Refusal(
      'This deployment has one shop: set the option shopDomain (POS_SHOPS on one machine).',
    )
  }
  const stray = hosts.find((host) => !isDirectlyUnder(host, domain))
  if (hosts.length === 0 || stray !== undefined) {
    throw new Refusal(
      `Each --host is a name directly under ${domain}, such as ${id}.${domain}: its one ` +
        'certificate covers no others.',
    )
  }
  const { isOwnHost } = await import('../../shared/shops/visited-shop.ts')
  const own = hosts.find(isOwnHost)
  if (own !== undefined) throw new Refusal(`${own} is a host of the main shop.`)
}

const isDirectlyUnder = (host: string, domain: string) =>
  host.endsWith(`.${domain}`) &&
  /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(host.slice(0, -domain.length - 1))

if (import.meta.main) {
  const code = await shops(process.argv.slice(2))
  process.exit(code)
}
