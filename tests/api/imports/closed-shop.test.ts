import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { untilQuiet } from '../../../infra/operate/move-shop.ts'
import {
  LeaseLost,
  releaseLease,
} from '../../../shared/back-office/imports/import-lease.ts'
import {
  importPart,
  ShopClosed,
} from '../../../shared/back-office/imports/import-part.ts'
import { firstWaiting } from '../../../shared/back-office/imports/import-records.ts'
import { importWaitingPart } from '../../../shared/back-office/imports/imports.ts'
import { suppliers } from '../../../shared/back-office/imports/kinds/suppliers.ts'
import { allSuppliers } from '../../../shared/catalog/suppliers.ts'
import { inShop } from '../../../shared/current-shop.ts'
import { logger } from '../../../shared/logger.ts'
import {
  changeShop,
  currentOf,
  findShop,
  type ShopState,
} from '../../../shared/platform/shops/shop-records.ts'
import type { Client } from '../../support/client.ts'
import {
  beforeEachRow,
  beginImport,
  importedRun,
  sendPart,
  takenLease,
} from '../../support/import-runs.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { storeAgent } from '../../support/tunnel-agents.ts'

let corner: Shop
let admin: Client
beforeAll(async () => {
  corner = await openShop({ shop: 'corner' })
  admin = await corner.admin()
})
afterAll(() => corner.close())

const record = async () => {
  const found = await findShop('corner')
  if (!found) throw new Error('no shop corner')
  return found
}

const become = async (state: ShopState) => changeShop(await record(), { state })

/** Sends a part with these suppliers and returns its run, before any is imported. */
async function sent(...names: string[]) {
  const owner = await takenLease()
  const id = await beginImport(admin, 'suppliers')
  await sendPart(admin, id, 1, ['name', ...names].join('\n'))
  return { id, owner }
}

async function nextPart() {
  const next = await firstWaiting(Date.now())
  if (!next) throw new Error('no part waits')
  return next
}

const areThere = async (...names: string[]) => {
  const found = new Set((await allSuppliers()).map(({ name }) => name))
  return names.map((name) => found.has(name))
}

it.each(['read-only', 'suspended'] as const)(
  'a part waits while its shop is %s, and goes on when it is open again',
  async (state) => {
    const [first, second] = [randomUUID(), randomUUID()]
    const { id, owner } = await sent(first, second)
    await become(state)
    await releaseLease(owner)
    await importWaitingPart()
    expect(await areThere(first, second)).toEqual([false, false])
    expect(await firstWaiting(Date.now())).toMatchObject({ run: { id } })
    await become('open')
    expect(await importedRun(admin, id)).toMatchObject({ status: 'done', added: 2 })
  },
)

it('a part ends with the last progress before its shop closes', async () => {
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
  const { id, owner } = await sent(first, second, third)
  const next = await nextPart()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  beforeEachRow(suppliers, async ({ name }) => {
    vi.setSystemTime(Date.now() + 6_000)
    if (name === third) await become('read-only')
  })
  const importing = importPart(next.run, next.part, owner, Date.now() + 60_000)
  await expect(importing).rejects.toThrow(ShopClosed)
  await releaseLease(owner)
  expect(await areThere(first, second, third)).toEqual([true, true, false])
  // The shop that takes over the records goes on from here
  vi.restoreAllMocks()
  await become('open')
  expect(await importedRun(admin, id)).toMatchObject({ status: 'done', added: 3 })
})

it('the schedule lets parts that wait go on once an hour', async () => {
  const name = randomUUID()
  const { owner } = await sent(name)
  await become('read-only')
  await releaseLease(owner)
  await corner.invoke('refunds', { source: 'aws.events' })
  await importWaitingPart()
  expect(await areThere(name)).toEqual([false])
  await become('open')
  const visit = (time: string) => corner.invoke('refunds', { source: 'aws.events', time })
  await visit('2026-11-26T16:07:00Z')
  expect(await areThere(name)).toEqual([false])
  // The rest of the visit fails, whenever it runs
  const agents = vi.spyOn(logger, 'info').mockImplementation((event) => {
    if (event === 'agent-silent') throw new Error('broken')
  })
  onTestFinished(() => agents.mockRestore())
  await inShop(currentOf(await record()), () => storeAgent(0))
  await expect(visit('2026-11-26T16:02:59Z')).rejects.toThrow('broken')
  await expect.poll(() => areThere(name)).toEqual([true])
})

it('an export waits for the worker, which then stores nothing more', async () => {
  const name = randomUUID()
  const { id, owner } = await sent(name)
  const next = await nextPart()
  const quiet = untilQuiet({ ...(await record()), closedAtMs: 0 })
  expect(await Promise.race([quiet.then(() => 'quiet'), sleep(1_500)])).toBeUndefined()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.now() + 31_000)
  await quiet
  const late = importPart(next.run, next.part, owner, Date.now() + 60_000)
  await expect(late).rejects.toThrow(LeaseLost)
  expect(await areThere(name)).toEqual([false])
  vi.useRealTimers()
  expect(await importedRun(admin, id)).toMatchObject({ status: 'done', added: 1 })
})
