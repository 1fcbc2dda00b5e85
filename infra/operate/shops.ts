import { setTimeout as sleep } from 'node:timers/promises'
import { type CurrentShop, inShop, shopId } from '../../shared/current-shop.ts'
import { shopSecrets } from '../../shared/deployment/shop-secrets.ts'
import { isFailure } from '../../shared/failure.ts'
import type { ShopRecord } from '../../shared/shops/shop-records.ts'
import { joinLocalShop } from '../local/join.ts'
import { findAccount } from './account.ts'
import { parseCommandLine, Refusal, runProgram, WrongUsage } from './command-line.ts'
import { changedSettings } from './shop-settings.ts'
import { joinCloudShop } from './stack.ts'

const usage = `npm run shops -- (--shop <stack> | --local) <command>

Further shops of a deployment, each at hosts of its own under the option shopDomain.

  list                          every further shop, its state and its hosts
  create <id> --host <host>     a new shop; prints the code that opens its set-up and the
                                secret that signs its node's webhooks. --host may be repeated
  code <id>                     prints both again
  suspend <id>                  refuses every call of the shop and closes its payment
                                sockets; its data is kept
  read-only <id>                refuses changes alone, while the shop is moved
  resume <id>                   opens a shop again
  rotate <id> <secret>          derives a new token-key, pin-key, tunnel-key or
                                webhook-secret for the shop; the one before stays valid
                                until --finish
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
        finish: { type: 'boolean', default: false },
      },
      true,
    )
    const { shop, local, host: hosts, finish } = values
    if ((shop === undefined) !== local) throw new WrongUsage('Give --shop or --local.')
    const joined = local
      ? await joinLocalShop(process.env.POS_DATA_DIR || '.pos')
      : undefined
    if (shop !== undefined) {
      await findAccount()
      await joinCloudShop(shop)
    }
    try {
      const [command, id, ...words] = positionals
      await run(command, id, { hosts, stack: shop ?? '', words, finish })
    } finally {
      await joined?.close()
    }
  })

type Details = {
  readonly hosts: readonly string[]
  readonly stack: string
  readonly words: readonly string[]
  readonly finish: boolean
}

async function run(
  command: string | undefined,
  id: string | undefined,
  { hosts, stack, words, finish }: Details,
): Promise<void> {
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
  if (command === 'create') {
    requireNames(id, hosts, stack)
    const { isOwnHost } = await import('../../shared/shops/visited-shop.ts')
    const own = hosts.find(isOwnHost)
    if (own !== undefined) throw new Refusal(`${own} is a host of the main shop.`)
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
  if (command === 'rotate') return rotate(shop, words[0], finish)
  if (command === 'settings') return printSettings(shop.settings)
  if (command === 'set') {
    const settings = changedSettings(shop.settings, words)
    await records.changeShop(shop, { settings })
    printSettings(settings)
    return console.log('Functions notice within five seconds.')
  }
  const state = Object.entries(states).find(([name]) => name === command)?.[1]
  if (!state) throw new WrongUsage(`No such command: ${command}`)
  await records.changeShop(shop, { state })
  if (state === 'suspended') await closeSockets(shop)
  console.log(`${id} is ${state}; functions notice within five seconds.`)
}

/** Closes the sockets once functions let no new ones in. */
async function closeSockets(shop: { readonly id: string }): Promise<void> {
  if (!process.env.WATCHERS_ENDPOINT) return
  const { closeWatchers } = await import('../../shared/payments-feed/close-watchers.ts')
  const { freshMs } = await import('../../shared/shops/visited-shop.ts')
  await sleep(freshMs)
  await inShop(shop, () => closeWatchers('shop'))
}

async function rotate(
  shop: ShopRecord,
  name: string | undefined,
  finish: boolean,
): Promise<void> {
  const { changeShop, findShop } = await import('../../shared/shops/shop-records.ts')
  const { freshMs } = await import('../../shared/shops/visited-shop.ts')
  const secret = shopSecrets.find((each) => each === name)
  if (!secret) throw new WrongUsage(`Name a secret: ${shopSecrets.join(', ')}.`)
  const [current = 1, previous] = shop.keyVersions[secret] ?? [1]
  if (finish === (previous === undefined)) {
    throw new Refusal(
      finish
        ? `No rotation of the ${secret} of ${shop.id} has begun.`
        : `A rotation of the ${secret} of ${shop.id} has begun: end it with --finish.`,
    )
  }
  const become = async (versions: readonly number[]) => {
    const keyVersions = { ...shop.keyVersions, [secret]: versions }
    await changeShop((await findShop(shop.id)) ?? shop, { keyVersions })
  }
  if (finish) await become([current])
  else {
    // A function that does not know the new one yet must not meet what it has signed
    await become([current, current + 1])
    await sleep(freshMs)
    await become([current + 1, current])
  }
  if (secret === 'webhook-secret' && !finish)
    await printCode((await findShop(shop.id)) ?? shop)
  console.log(
    finish
      ? `The ${secret} of ${shop.id} before is no longer valid.`
      : `${shop.id} has a new ${secret}; the one before is valid until --finish.`,
  )
}

const printSettings = (settings: ShopRecord['settings']) => {
  for (const [name, value] of Object.entries(settings)) console.log(`${name}=${value}`)
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

function requireNames(id: string, hosts: readonly string[], stack: string): void {
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
}

const isDirectlyUnder = (host: string, domain: string) =>
  host.endsWith(`.${domain}`) &&
  /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(host.slice(0, -domain.length - 1))

if (import.meta.main) {
  const code = await shops(process.argv.slice(2))
  process.exit(code)
}
