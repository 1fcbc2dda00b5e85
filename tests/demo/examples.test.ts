import { execFile, spawn } from 'node:child_process'
import {
  appendFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAgent } from '../../infra/local/agent.ts'
import { bitcoinId, cashId } from '../../shared/platform/money/payment-methods.ts'
import type { CheckedClient } from '../support/answers/checked-client.ts'
import { openRestaurant, type Restaurant } from '../support/dishes.ts'
import { openShop, type Shop } from '../support/shop.ts'

const root = join(import.meta.dirname, '../..')

/** A block of commands or TypeScript in a page. */
type Block = { readonly language: string; readonly text: string; readonly line: number }

/** Run of a block, after all before it; its requests must succeed. */
type Run = {
  /** Of TypeScript: what stands before the block and after it. */
  readonly before?: string
  readonly after?: string
  /** Preparation; returns variables that the block reads from its environment. */
  readonly given?: () => Promise<Readonly<Record<string, string>>>
  /** Expected output. A program that never ends is ended then. */
  readonly prints: RegExp
  /** Work that is repeated until the output is there. */
  readonly meanwhile?: () => Promise<unknown>
}

let shop: Shop
let admin: CheckedClient
let restaurant: Restaurant
let agent: Awaited<ReturnType<typeof startAgent>> | undefined
/** A folder that is the project's, into which examples may write. */
let checkout: string

const connected = `
import { connect } from 'lightning-pos/client'
const pos = connect({ baseUrl: process.env.API ?? '' })
await pos.auth.login({ body: { name: 'ana', pin: '4321' } })
const { user: { userId } } = await pos.users.me()
`

/** A quote of a new product; what is given of it. */
async function quote() {
  const { body: product } = await admin.post('/products', {
    name: 'Cake',
    priceCents: 250,
    quantity: 5,
  })
  const items = [{ productId: product.id, quantity: 1 }]
  return (await admin.post('/quotes', { kind: 'store', items })).body
}

/** A payment that is received, of which nothing has become. */
async function payment(amountSat: number): Promise<string> {
  const invoice = { description: 'Tea', amountSat, externalId: 'x', expirySeconds: 600 }
  const { body } = await admin.post('/wallet/createinvoice', invoice)
  await shop.node.pay({ invoice: body.serialized })
  return body.paymentHash
}

/** A bill with dishes at these prices. */
async function bill(...prices: readonly number[]) {
  const dishId = await restaurant.createDish()
  const id = await restaurant.createOrder()
  await restaurant.addDishes(
    id,
    prices.map((priceAtOrder) => ({ dishId, priceAtOrder })),
  )
  const { dishes } = await restaurant.readCompleteOrder(id)
  return { id, dishIds: dishes.map((dish) => dish.id) }
}

const onAws = 'needs an account of AWS'

/**
 * Run of each page's blocks, in their order; a text is the reason why a block, or a page,
 * is not run. A block that is not listed fails.
 */
const pages: Readonly<Record<string, string | readonly (Run | string)[]>> = {
  'README.md': [
    'installs the project and serves it until it is stopped',
    { prints: /"orderId".*"quantity":3/s },
  ],
  'docs/lightning.md': [
    { prints: /pending.*completed.*completed/s },
    { prints: /paid \d+ sat/ },
    { prints: /"status":"completed"/ },
    {
      given: async () => {
        const { quoteId, amountSat, invoice } = await quote()
        await shop.node.pay({ invoice })
        const { body } = await shop.node.invoice({ amountSat })
        return { QUOTE_ID: quoteId, INVOICE: body.serialized }
      },
      prints: /"satoshiAmount"/,
    },
    {
      given: async () => ({ QUOTE_ID: (await quote()).quoteId }),
      prints: /"status":"pending"/,
    },
    {
      given: async () => {
        const { body } = await admin.post('/agents', { name: 'The shop' })
        agent = await startAgent({
          baseUrl: shop.url,
          dataDir: shop.dataDir,
          node: null,
          enrol: async () => body.enrolmentToken,
          log: console.error,
        })
        const [printerName] = await shop.printers(admin)
        const printer = { printerType: 'CUSTOMER', printerName, templateName: null }
        await admin.post('/printers/configs', printer)
        return {}
      },
      prints: /sent to the printer/,
    },
    {
      given: async () => {
        const { id } = await bill(20)
        return { HASH: await payment(100), ORDER_ID: id }
      },
      prints: /"status"|"prepaid"|"orderId"/,
    },
  ],
  'docs/exports.md': [{ prints: /^$/ }],
  'docs/import.md': [
    {
      given: async () => {
        const [, table = ''] =
          /```csv\n(.*?)```/s.exec(readFileSync(join(root, 'docs/import.md'), 'utf8')) ??
          []
        writeFileSync(join(checkout, 'products.csv'), table)
        return {}
      },
      prints: /"kind":"products"/,
    },
  ],
  'docs/api-keys.md': [{ prints: /Green tea/ }],
  'docs/webhooks.md': [
    { prints: /whsec_/ },
    {
      before: `
const { secret = '', body = '', id = '', timestamp = '', signature = '' } = process.env
const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
`,
      after: 'console.log(event)',
      given: async () => {
        const secret = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`
        const body = '{"type":"sale.completed"}'
        const now = new Date()
        const signature = new Webhook(secret).sign('msg_1', now, body)
        const timestamp = String(Math.floor(now.getTime() / 1_000))
        return { secret, body, id: 'msg_1', timestamp, signature }
      },
      prints: /sale\.completed/,
    },
    'keeps books until it is stopped: tests/demo/webhook-books.test.ts',
  ],
  'docs/events.md': [
    {
      before: `${connected}
const load = async () => console.log('loads', userId)
const age = () => {}
const apply = (event: { readonly type: string }) => console.log(event.type)
`,
      prints: /loads.*table\.changed/s,
      meanwhile: () => restaurant.createTable(),
    },
  ],
  'docs/client.md': [
    { prints: /"?total.*^7$/ms, meanwhile: () => payment(7) },
    {
      before: `${connected}
const { code = '', coffeeId = '', groupId = '', optionId = '' } = process.env
`,
      after: `
const amount = items.reduce((sum, { quantity, priceAtOrder }) => sum + quantity * priceAtOrder, 0) / 100
const { id: currencyId } = await pos.currencies.base()
const body = { userId, items, amount, paymentMethodId: '${cashId}', currencyId }
console.log(await pos.storeOrders.checkout({ body }))
`,
      given: async () => {
        const options = [{ name: 'Oat', priceCents: 10 }]
        const milk = { name: 'Milk', min: 0, max: 1, options }
        const { id: groupId } = await admin.pos.modifiers.create({ body: milk })
        const [group] = await admin.pos.modifiers.list()
        const { id: coffeeId } = await admin.pos.products.create({
          body: {
            name: 'Coffee',
            priceCents: 250,
            quantity: 5,
            modifierGroupIds: [groupId],
          },
        })
        const tea = { SKU: 'TEA-2', name: 'Black tea', priceCents: 250, quantity: 5 }
        await admin.pos.products.create({ body: tea })
        return { code: tea.SKU, coffeeId, groupId, optionId: group?.options[0]?.id ?? '' }
      },
      prints: /orderId:/,
    },
    {
      before: `import { connect } from 'lightning-pos/client'
const baseUrl = process.env.API ?? ''
`,
      after: 'console.log((await pos.products.list()).length)',
      given: async () => {
        const key = { name: 'A program', permissions: ['products_read'] }
        const { body } = await admin.post('/api-keys', key)
        return { POS_API_KEY: body.secret }
      },
      prints: /^\d+$/m,
    },
    'builds a package and installs it elsewhere: tests/client/package',
    'asks in a terminal: tests/demo/till.test.ts',
  ],
  'docs/selling.md': [
    {
      before: `${connected}
const { id = '', soup = '', wine = '', paymentHash = '' } = process.env
const cash = '${cashId}'
const btc = '${bitcoinId}'
`,
      after: 'console.log((await pos.orders.one({ params: { id: part } })).status)',
      given: async () => {
        const { id, dishIds } = await bill(8, 5, 3)
        const [soup = '', wine = ''] = dishIds
        return { id, soup, wine, paymentHash: await payment(7_000) }
      },
      prints: /^paid$/m,
    },
  ],
  'docs/deploy.md': onAws,
  'docs/operate.md': onAws,
  'docs/runbook.md': onAws,
  'docs/shops.md': onAws,
  'CONTRIBUTING.md': 'installs the project, serves it, and runs these tests',
  'print-agent/README.md': 'installs the agent on a computer of the shop',
  'tests/lab/simulation/README.md': 'takes minutes',
  'findings/README.md': 'shows what other software does, not this',
}

/** The blocks that are run, in this order. */
const runs = Object.entries(pages).flatMap(([page, listed]) =>
  typeof listed === 'string'
    ? []
    : blocksOf(page).flatMap((block, at) => {
        const run = listed[at]
        return run === undefined || typeof run === 'string' ? [] : [{ page, block, run }]
      }),
)

describe('the examples of the documents', () => {
  beforeAll(async () => {
    shop = await openShop({ fresh: true, node: 'direct', stream: true })
    checkout = join(shop.dataDir, 'checkout')
    mkdirSync(checkout)
    for (const name of readdirSync(root)) {
      if (name !== '.git') symlinkSync(join(root, name), join(checkout, name))
    }
    writeFileSync(join(checkout, 'state'), '')
  })
  afterAll(async () => {
    await agent?.close()
    await shop?.close()
  })

  it('are all listed, and those of TypeScript have its types', async () => {
    const found = globSync('**/*.md', {
      cwd: root,
      exclude: (name) => ['node_modules', 'dist', 'coverage'].includes(name),
    }).filter((page) => blocksOf(page).length > 0)
    expect(found.sort()).toEqual(Object.keys(pages).sort())
    for (const page of found) {
      const listed = pages[page] ?? []
      if (typeof listed === 'string') continue
      expect([page, listed.length]).toEqual([page, blocksOf(page).length])
    }
    for (const { page, block, run } of runs) {
      if (block.language === 'ts') writeFileSync(fileOf(page, block), textOf(block, run))
    }
    writeFileSync(join(checkout, 'tsconfig.examples.json'), tsconfig)
    const tsc = join(root, 'node_modules/.bin/tsc')
    await promisify(execFile)(tsc, ['-p', 'tsconfig.examples.json'], {
      cwd: checkout,
    }).catch((error: { stdout: string }) => expect(error.stdout).toBe(''))
  })

  it.each(runs.map((each) => [`${each.page}:${each.block.line}`, each] as const))(
    '%s does what it says',
    async (_, { page, block, run }) => {
      if (page !== 'README.md') await setUp()
      const given = (await run.given?.()) ?? {}
      const output =
        block.language === 'ts'
          ? await runProgram(fileOf(page, block), given, run)
          : await runCommands(block.text, given)
      expect(output).toMatch(run.prints)
    },
  )
})

const tsconfig = JSON.stringify({
  extends: './tsconfig.json',
  compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
  include: ['example-*.ts'],
  exclude: [],
})

/** The owner and what is needed beside the first sale, which has set the shop up. */
async function setUp(): Promise<void> {
  if (admin) return
  admin = shop.anonymous()
  const { body } = await admin.post('/auth/login', { name: 'ana', pin: '4321' })
  const { userId: ownerId } = body.user
  restaurant = await openRestaurant({ ...shop, ownerId, admin: async () => admin })
}

function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^( *)```(ts|js|sh|bash)\n(.*?)^\1```$/gms)].map(
    ({ index, 2: language = '', 3: block = '' }) => ({
      language,
      text: block,
      line: text.slice(0, index).split('\n').length,
    }),
  )
}

const fileOf = (page: string, { line }: Block) =>
  join(checkout, `example-${page.replaceAll(/\W+/g, '-')}-${line}.ts`)

const textOf = ({ text }: Block, { before = '', after = '' }: Run) =>
  `${before}${text.replace("'http://localhost:4000'", "process.env.API ?? ''")}${after}\n`

const environment = () => ({
  ...process.env,
  API: shop.url,
  POS_NODE_PORT: new URL(shop.node.url).port,
})

/** Runs commands where the ones before have stopped, until one fails. */
async function runCommands(commands: string, given: Readonly<Record<string, string>>) {
  const script = `
set -euo pipefail -o allexport
source state
curl() { command curl --fail-with-body "$@"; }
${commands.replace('http://127.0.0.1:4000', shop.url)}
export -p > state
`
  const lines = Object.entries(given).map(([name, value]) => `${name}='${value}'\n`)
  appendFileSync(join(checkout, 'state'), lines.join(''))
  const options = { cwd: checkout, env: environment() }
  const { stdout } = await promisify(execFile)('bash', ['-c', script], options)
  return stdout
}

/** Runs a program until it ends, or has printed what it should. */
async function runProgram(
  file: string,
  given: Readonly<Record<string, string>>,
  { prints, meanwhile }: Run,
) {
  const child = spawn(process.execPath, [file], {
    cwd: checkout,
    env: { ...environment(), ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const giveUpAtMs = Date.now() + 60_000
  while (child.exitCode === null && Date.now() < giveUpAtMs && !prints.test(output)) {
    await meanwhile?.()
    await sleep(200)
  }
  child.kill('SIGKILL')
  return output
}
