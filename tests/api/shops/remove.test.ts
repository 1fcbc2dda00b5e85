import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import timers from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { exportTo, remove } from '../../../infra/operate/move-commands.ts'
import { exportShop } from '../../../infra/operate/move-shop.ts'
import { inDeployment, inShop } from '../../../shared/current-shop.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { put, update } from '../../../shared/platform/dynamodb/write.ts'
import {
  changeShop,
  findShop,
  type ShopRecord,
} from '../../../shared/platform/shops/shop-records.ts'
import { freshMs } from '../../../shared/platform/shops/visited-shop.ts'
import {
  findPayout,
  insertPayout,
  updateToPaid,
} from '../../../shared/selling/refunds/payouts.ts'
import { findOrder } from '../../../shared/selling/sales/orders.ts'
import { Client } from '../../support/client.ts'
import { payoutToMake, soldOrder } from '../../support/payouts.ts'
import { openBeside, openShop, type Shop } from '../../support/shop.ts'

/** Work to do while a command waits, and the time that it would wait. */
const waiting = { meanwhile: async () => {}, forMs: [] as number[] }
const wait = timers.setTimeout

let corner: Shop
beforeAll(async () => {
  corner = await openShop({ shop: 'corner' })
  const skipped = async (ms: number, value: unknown) => {
    if (ms < 4_000) return wait(ms, value)
    waiting.forMs.push(ms)
    return waiting.meanwhile()
  }
  Object.assign(timers, { setTimeout: skipped })
  syncBuiltinESMExports()
})
afterAll(async () => {
  Object.assign(timers, { setTimeout: wait })
  syncBuiltinESMExports()
  await corner.close()
})
beforeEach(() => {
  waiting.meanwhile = async () => {}
  waiting.forMs = []
  vi.spyOn(console, 'log').mockReturnValue(undefined)
})

async function recordOf(id: string): Promise<ShopRecord> {
  const record = await findShop(id)
  if (!record) throw new Error(`no shop ${id}`)
  return record
}

const become = async (id: string, state: ShopRecord['state']) =>
  changeShop(await recordOf(id), { state })

const fileOf = (name: string) => join(corner.dataDir, `${name}.ndjson`)

describe('a shop that is resumed while a command waits', () => {
  it('is not deleted, and has no export', async () => {
    await openBeside(corner, 'cafe')
    waiting.meanwhile = () => become('cafe', 'open')
    const to = fileOf('cafe')
    await expect(remove(await recordOf('cafe'), { to, yes: true })).rejects.toThrow(
      'resumed',
    )
    expect(await recordOf('cafe')).toMatchObject({ state: 'open' })
    expect(existsSync(to)).toBe(false)
  })

  it('has no export, also when it is closed again', async () => {
    await openBeside(corner, 'bar')
    await become('bar', 'read-only')
    waiting.meanwhile = async () => {
      await become('bar', 'open')
      await become('bar', 'read-only')
    }
    const to = fileOf('bar')
    await expect(exportTo(await recordOf('bar'), to)).rejects.toThrow('resumed')
    expect(existsSync(to)).toBe(false)
  })
})

describe('a shop that is read-only', () => {
  it('keeps a payout that was paid as it is while its order is read', async () => {
    // The stored order is not as complete as documented answers are
    const { cookies } = await corner.admin()
    const admin = new Client(corner.url, Object.fromEntries(cookies))
    const inCorner = <T>(work: () => Promise<T>) => inShop(corner.served, work)
    const order = await inCorner(soldOrder)
    const { refund, terms } = payoutToMake(order)
    const facts = {
      paymentHash: terms.paymentHash,
      begunAtMs: Date.now(),
      invoiceExpiresAtMs: terms.expiresAtMs,
      earlierPaymentId: null,
    }
    await inCorner(() => transact(insertPayout(order, refund, facts)))
    const payout = await inCorner(() => findPayout(refund.id))
    await inCorner(async () => payout && transact([updateToPaid(payout)]))
    const read = async () =>
      [
        (await admin.get(`/store/orders/${order.id}`)).status,
        (await admin.get(`/orders/${order.id}`)).status,
        (await inCorner(() => findPayout(refund.id)))?.state,
        (await inCorner(() => findOrder(order.id)))?.refunding?.id,
      ] as const
    await become('corner', 'read-only')
    await wait(freshMs)
    expect(await read()).toEqual([200, 200, 'paid', refund.id])
    await become('corner', 'open')
    await wait(freshMs)
    expect(await read()).toEqual([200, 200, undefined, undefined])
  })
})

describe('a deletion', () => {
  it('changes nothing when there is a file that is not its own', async () => {
    await openBeside(corner, 'kiosk')
    const to = fileOf('kiosk')
    await become('kiosk', 'read-only')
    await exportShop(await recordOf('kiosk'), to, 'code')
    await become('kiosk', 'open')
    const before = await recordOf('kiosk')
    await expect(remove(before, { to, yes: true })).rejects.toThrow('already')
    expect(await recordOf('kiosk')).toEqual(before)
    // The shop has sold since
    await become('kiosk', 'suspended')
    const again = remove(await recordOf('kiosk'), { to, yes: true })
    await expect(again).rejects.toThrow('already')
    await writeFile(to, 'Dear customer')
    const other = remove(await recordOf('kiosk'), { to, yes: true })
    await expect(other).rejects.toMatchObject({ name: 'Refusal' })
  })

  it('that was interrupted after its export goes on', async () => {
    await openBeside(corner, 'bakery')
    await become('bakery', 'suspended')
    const to = fileOf('bakery')
    await exportShop(await recordOf('bakery'), to, 'code')
    await remove(await recordOf('bakery'), { to, yes: true })
    expect(await findShop('bakery')).toBeUndefined()
  })

  it('waits from the suspension of a shop that was read-only for long', async () => {
    await openBeside(corner, 'pub')
    await become('pub', 'read-only')
    const { pk, sk } = await recordOf('pub')
    await inDeployment(() => transact([update({ pk, sk }, { set: { closedAtMs: 1 } })]))
    await remove(await recordOf('pub'), { to: fileOf('pub'), yes: true })
    expect(Math.max(...waiting.forMs)).toBeGreaterThan(30_000)
  })
})

describe('an export', () => {
  it('that fails leaves no file', async () => {
    await openBeside(corner, 'deli')
    await become('deli', 'suspended')
    // Of an index, a key of another shop
    const stray = { pk: '@deli#NOTE', sk: '1', kind: '@corner#NOTE' }
    await inDeployment(() => transact([put(stray)]))
    const failing = exportShop(await recordOf('deli'), fileOf('deli'), 'code')
    await expect(failing).rejects.toThrow('a record of another shop')
    const left = await readdir(corner.dataDir)
    expect(left.filter((name) => name.includes('unfinished'))).toEqual([])
  })
})
