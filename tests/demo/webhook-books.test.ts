import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../infra/local/engines/free-port.ts'
import type { Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { refundsOf } from '../support/refunds.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTill, type Till } from '../support/till.ts'

const example = fileURLToPath(
  new URL('../../examples/webhook-books/main.ts', import.meta.url),
)

let shop: Shop
let till: Till
let admin: Client
let books: ChildProcess | undefined
beforeAll(async () => {
  shop = await openShop({ stream: true })
  till = await openTill(shop)
  admin = till.admin
})
afterEach(() => books?.kill('SIGKILL'))
afterAll(() => shop.close())

async function keepBooks(file: string, port: number, secret: string) {
  const settings = {
    BOOKS_FILE: file,
    BOOKS_PORT: String(port),
    WEBHOOK_SECRET: secret,
  }
  books = spawn(process.execPath, [example], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(books.stdout as NodeJS.EventEmitter, 'data')
}

async function crash() {
  books?.kill('SIGKILL')
  await once(books as ChildProcess, 'exit')
}

it('the books have each sale and refund once, through repeats and crashes', async () => {
  const file = join(shop.dataDir, 'books.csv')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const events = ['sale.completed', 'sale.refunded', 'product.changed']
  const { body: webhook } = await admin.post('/webhooks', { url, events })
  await keepBooks(file, port, webhook.secret)

  const lines = async () =>
    (await readFile(file, 'utf8')).split('\n').map((line) => line.split(','))
  const untilThereAre = (count: number) =>
    eventually(async () => expect(await lines()).toHaveLength(count + 2))
  const product = await till.createProduct(5)
  const { sell, refund } = refundsOf(shop, till)
  const orderId = await sell(till.cart(product))
  await untilThereAre(1)
  const path = `/webhooks/${webhook.id}/deliveries`
  const sent = await eventually(async () => {
    const { body } = await admin.get(path)
    const states = body.map(({ status }: { status: string }) => status)
    expect(new Set(states)).toEqual(new Set(['delivered']))
    return body
  })

  // A crash in the middle of a line that was never answered
  await crash()
  await appendFile(file, 'msg_17,2026')
  await keepBooks(file, port, webhook.secret)

  for (const { id } of sent) await admin.post(`${path}/${id}/repeat`)
  await eventually(async () => {
    const { body } = await admin.get(path)
    const repeated = sent.map(({ id }: { id: string }) =>
      body.find((each: { id: string }) => each.id === id),
    )
    for (const each of repeated) {
      expect(each).toMatchObject({ attempts: 2, status: 'delivered' })
    }
  })
  await refund(orderId, { reason: 'cold' })
  await untilThereAre(2)

  const id = expect.stringMatching(/^msg_/)
  const time = expect.stringMatching(/Z$/)
  expect(await lines()).toEqual([
    ['event', 'time', 'type', 'order', 'cents'],
    [id, time, 'sale.completed', orderId, '250'],
    [id, time, 'sale.refunded', orderId, '-250'],
    [''],
  ])

  const forged = await fetch(url, {
    method: 'POST',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1',
      'webhook-signature': 'v1,',
    },
    body: '{}',
  })
  expect(forged.status).toBe(401)
})
