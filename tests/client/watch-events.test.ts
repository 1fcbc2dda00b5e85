import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../../shared/client/connect.ts'
import type { Pos } from '../../shared/client/pos.ts'
import type { EventOptions } from '../../shared/client/watch.ts'
import type { EventFrame } from '../../shared/events/event-frames/event-frame.ts'
import { eventPartition } from '../../shared/lightning/payments-feed/event-log.ts'
import { readFrames } from '../../shared/lightning/payments-feed/payment-events.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type Staff, staffOf } from '../support/staff.ts'
import { type Door, openDoor } from './door.ts'

let shop: Shop
let staff: Staff
let door: Door
beforeAll(async () => {
  shop = await openShop({ stream: true })
  staff = await staffOf(shop)
  door = await openDoor(shop.url)
})
afterAll(async () => {
  await door.close()
  await shop.close()
})

const createProduct = async () => {
  const body = { name: randomUUID(), priceCents: 250, costCents: 90, quantity: 7 }
  return (await staff.admin.pos.products.create({ body })).id
}

const createTable = async () => {
  const { spaces, tables } = staff.admin.pos
  const { id: spaceId } = await spaces.create({ body: { name: randomUUID() } })
  return (await tables.create({ body: { name: 'T1', spaceId } })).id
}

/** A new user's client, which knows the API by the door. */
async function openClient(...permissions: string[]) {
  const role = await staff.createRoleWith(...permissions)
  const { id, credentials } = await staff.createUser(role)
  const pos = connect({ baseUrl: door.url })
  await pos.auth.login({ body: credentials })
  return { pos, role, id }
}

/** Watches until the test is over. `seen` has `opened`, `closed`, and what changed, so far. */
function watchAll(pos: Pos, options: EventOptions = {}) {
  const abort = new AbortController()
  const seen: string[] = []
  const ended = (async () => {
    for await (const event of pos.events.watch({ ...options, signal: abort.signal })) {
      seen.push('id' in event ? `${event.type} ${event.id}` : event.type)
    }
  })()
  ended.catch(() => undefined)
  onTestFinished(async () => {
    abort.abort()
    await ended.catch(() => undefined)
  })
  return { seen, ended }
}

/** True if a change is in the log that replays are read from. */
async function isRecorded(id: string): Promise<boolean> {
  const range = { sinceMs: 0, untilMs: Date.now() + 60_000 }
  for await (const { frame } of readFrames<EventFrame>(range, eventPartition)) {
    if (frame.id === id) return true
  }
  return false
}

it('opens another socket when one drops, and yields once what came in between', async () => {
  const send = vi.spyOn(WebSocket.prototype, 'send')
  onTestFinished(() => send.mockRestore())
  const { pos } = await openClient('products_read')
  const { seen } = watchAll(pos, { topics: ['product'] })
  await expect.poll(() => seen).toEqual(['opened'])
  const first = await createProduct()
  await expect.poll(() => seen).toEqual(['opened', `product.changed ${first}`])

  door.holdsSockets(true)
  door.dropSockets()
  await expect.poll(() => seen.at(-1)).toBe('closed')
  const missed = await createProduct()
  await expect.poll(() => isRecorded(missed)).toBe(true)
  door.holdsSockets(false)
  const all = ['opened', `product.changed ${first}`, 'closed', 'opened']
  await expect.poll(() => seen).toEqual([...all, `product.changed ${missed}`])
  // The server fills the gap of a session by itself, but only of one that it knows
  const asked = send.mock.calls.map(([text]) => JSON.parse(text as string))
  expect(asked).toHaveLength(2)
  expect(asked[0]).toEqual({ action: 'replay', since: expect.any(Number) })
  expect(asked[1]).toEqual(asked[0])

  // Replays bring the earlier ones again
  const last = await createProduct()
  await expect.poll(() => seen.at(-1)).toBe(`product.changed ${last}`)
  expect(seen.filter((each) => each.startsWith('product'))).toHaveLength(3)
})

it('says that a socket is closed when the rights change, and goes on with the new ones', async () => {
  const { pos, role } = await openClient('tables_read')
  const { seen } = watchAll(pos)
  await expect.poll(() => seen).toEqual(['opened'])
  const table = await createTable()
  await expect.poll(() => seen).toEqual(['opened', `table.changed ${table}`])
  await staff.admin.pos.roles.assign({
    params: { id: role },
    body: { permissions: ['products_read'] },
  })
  // A replay may add earlier changes of products, which the role may read now
  await expect.poll(() => seen.slice(2, 4)).toEqual(['closed', 'opened'])
  await createTable()
  const product = await createProduct()
  await expect.poll(() => seen).toContain(`product.changed ${product}`)
  expect(seen.filter((each) => each.startsWith('table'))).toHaveLength(1)
})

it('says that a socket is closed when the session ends, and fails', async () => {
  const { pos, id } = await openClient('products_read')
  const { seen, ended } = watchAll(pos)
  await expect.poll(() => seen).toEqual(['opened'])
  // Another PIN ends the sessions
  await staff.admin.pos.users.update({ params: { id }, body: { pin: '8642' } })
  await expect(ended).rejects.toMatchObject({
    endpoint: 'auth.refresh',
    code: 'invalid_token',
  })
  expect(seen).toEqual(['opened', 'closed'])
})
