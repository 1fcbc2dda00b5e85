import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  LeaseLost,
  releaseLease,
  takeLease,
} from '../../../shared/back-office/imports/import-lease.ts'
import { importPart } from '../../../shared/back-office/imports/import-part.ts'
import {
  firstWaiting,
  updatePart,
} from '../../../shared/back-office/imports/import-records.ts'
import { importWaitingPart } from '../../../shared/back-office/imports/imports.ts'
import { suppliers } from '../../../shared/back-office/imports/kinds/suppliers.ts'
import { users } from '../../../shared/back-office/imports/kinds/users.ts'
import { inShop, mainShop } from '../../../shared/current-shop.ts'
import { required } from '../../../shared/failure.ts'
import { privilegesOf } from '../../../shared/people/staff/live-user.ts'
import { readAll } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { deleteItem, put, update } from '../../../shared/platform/dynamodb/write.ts'
import type { Client } from '../../support/client.ts'
import {
  beforeEachRow,
  beginImport,
  importedRun,
  sendPart,
  takenLease,
} from '../../support/import-runs.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const products = (...skus: string[]) =>
  ['SKU,name,price', ...skus.map((sku) => `${sku},Tea,1`)].join('\n')

const isThere = async (sku: string) =>
  (await admin.get(`/products/by-code/${sku}`)).status === 200

const waiting = async () => {
  const first = await firstWaiting(Date.now())
  if (!first) throw new Error('no part waits')
  return first
}

const soon = () => Date.now() + 60_000

const isSupplier = async (name: string) =>
  (await admin.get('/suppliers')).body.some(
    (each: { name: string }) => each.name === name,
  )

const noAdministrator = {
  status: 'failed',
  added: 0,
  refused: [],
  parts: [
    { status: 'failed', failure: 'whoever sent this part is no longer an administrator' },
  ],
}

describe('while one worker holds the lease', () => {
  it('no other imports, and the part is imported once it is released', async () => {
    const [owner, sku] = [await takenLease(), randomUUID()]
    const id = await beginImport(admin, 'products')
    expect((await sendPart(admin, id, 1, products(sku))).status).toBe(202)
    await sleep(300)
    const run = await admin.get(`/import/runs/${id}`)
    expect(run.body).toMatchObject({ status: 'running', added: 0 })
    expect(await takeLease(Date.now())).toBeUndefined()
    await releaseLease(owner)
    expect(await importedRun(admin, id)).toMatchObject({ added: 1 })
  })

  it('one that has lost it stores nothing', async () => {
    const [slow, sku] = [await takenLease(31_000), randomUUID()]
    const id = await beginImport(admin, 'products')
    const owner = await takenLease()
    await sendPart(admin, id, 1, products(sku))
    const { run, part } = await waiting()
    await expect(importPart(run, part, slow, soon())).rejects.toThrow(LeaseLost)
    await releaseLease(slow)
    expect(await takeLease(Date.now())).toBeUndefined()
    expect(await isThere(sku)).toBe(false)
    await releaseLease(owner)
    await importedRun(admin, id)
  })

  it('rows that another content replaces are not imported', async () => {
    const [owner, sku, replaced] = [await takenLease(), randomUUID(), randomUUID()]
    const id = await beginImport(admin, 'products')
    await sendPart(admin, id, 1, products(replaced))
    const { run, part } = await waiting()
    await sendPart(admin, id, 1, products(sku))
    await importPart(run, part, owner, soon())
    expect(await isThere(replaced)).toBe(false)
    await releaseLease(owner)
    expect(await importedRun(admin, id)).toMatchObject({ added: 1 })
    expect(await isThere(sku)).toBe(true)
  })

  it('a part goes on after the rows that are done', async () => {
    const [owner, done, left] = [await takenLease(), randomUUID(), randomUUID()]
    const id = await beginImport(admin, 'products')
    await sendPart(admin, id, 1, products(done, left))
    await transact([updatePart((await waiting()).part, { set: { rowsDone: 1 } })])
    await releaseLease(owner)
    expect(await importedRun(admin, id)).toMatchObject({ added: 1 })
    expect([await isThere(done), await isThere(left)]).toEqual([false, true])
  })

  it('whoever sent a part must be an administrator still', async () => {
    const [owner, sku] = [await takenLease(), randomUUID()]
    const staff = await staffOf(shop)
    const roleId = await staff.createRole({ isAdmin: true })
    const { id: userId, credentials } = await staff.createUser(roleId)
    const sender = await shop.login(credentials)
    const id = await beginImport(sender, 'products')
    await sendPart(sender, id, 1, products(sku))
    await admin.put(`/users/${userId}`, { roleId: await staff.createRole() })
    await releaseLease(owner)
    expect(await importedRun(admin, id)).toMatchObject(noAdministrator)
    expect(await isThere(sku)).toBe(false)
  })

  it('and while it is imported, too, which then ends', async () => {
    const [owner, first, second] = [await takenLease(), randomUUID(), randomUUID()]
    const staff = await staffOf(shop)
    const roleId = await staff.createRole({ isAdmin: true })
    const { id: userId, credentials } = await staff.createUser(roleId)
    const sender = await shop.login(credentials)
    const id = await beginImport(sender, 'suppliers')
    await sendPart(sender, id, 1, `name\n${first}\n${second}\n`)
    const { run, part } = await waiting()
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    // Progress is kept after each row, and the sender read again
    beforeEachRow(suppliers, async ({ name }) => {
      vi.setSystemTime(Date.now() + 6_000)
      if (name !== second) return
      expect(await isSupplier(first)).toBe(true)
      await admin.put(`/users/${userId}`, { roleId: await staff.createRole() })
    })
    await importPart(run, part, owner, soon())
    await releaseLease(owner)
    expect(await importedRun(admin, id)).toMatchObject({ ...noAdministrator, added: 1 })
    expect(await isSupplier(second)).toBe(false)
  })

  it('a part that fails five times is over, and the next one has its turn', async () => {
    const sku = randomUUID()
    const broken = vi.spyOn(suppliers, 'load').mockRejectedValue(new Error('broken'))
    const id = await beginImport(admin, 'suppliers')
    await sendPart(admin, id, 1, `name\n${sku}\n`)
    await expect.poll(() => broken.mock.calls.length).toBe(1)
    const next = await beginImport(admin, 'products')
    await sendPart(admin, next, 1, products(sku))
    // The next attempt comes once the lease has ended
    await importWaitingPart()
    expect(broken).toHaveBeenCalledTimes(1)
    const owner = await takenLease(-31_000)
    const attempt = async () => {
      const { run, part } = await waiting()
      expect(run.id).toBe(id)
      await importPart(run, part, owner, soon())
    }
    for (let n = 2; n <= 5; n += 1) await expect(attempt()).rejects.toThrow('broken')
    await attempt()
    expect(broken).toHaveBeenCalledTimes(5)
    const failure = expect.stringContaining('send the part again')
    expect((await admin.get(`/import/runs/${id}`)).body).toMatchObject({
      status: 'failed',
      parts: [{ part: 1, status: 'failed', rowsDone: 0, failure }],
    })
    broken.mockRestore()
    await releaseLease(owner)
    expect(await importedRun(admin, next)).toMatchObject({ status: 'done', added: 1 })
    await sendPart(admin, id, 1, `name\n${sku}\n`)
    const run = await importedRun(admin, id)
    expect(run).toMatchObject({ status: 'done', added: 1 })
    expect(run.parts[0]).not.toHaveProperty('failure')
  })
})

describe('parts that wait', () => {
  it('since before they named their content are imported, once', async () => {
    const [owner, sku] = [await takenLease(), randomUUID()]
    const id = await beginImport(admin, 'products')
    await sendPart(admin, id, 1, products(sku))
    await inShop(mainShop, async () => {
      const { part } = await waiting()
      const [now] = await readAll({ pk: 'IMPORT-WAITING' })
      const { content: _none, ...before } = required(now)
      await transact([
        deleteItem(required(now)),
        put({ ...before, sk: `${id}#0001` }),
        update(part, { remove: ['queuedAtMs'] }),
      ])
    })
    const { run, part } = await waiting()
    await importPart(run, part, owner, soon())
    expect(await importedRun(admin, id)).toMatchObject({ status: 'done', added: 1 })
    expect(await isThere(sku)).toBe(true)
    expect(await firstWaiting(Date.now())).toBeUndefined()
    await releaseLease(owner)
  })

  it('are imported in the order in which they were sent', async () => {
    const owner = await takenLease()
    const sent: string[] = []
    for (let n = 0; n < 4; n += 1) {
      const at = Date.now()
      const id = await beginImport(admin, 'products')
      await sendPart(admin, id, 1, products(randomUUID()))
      sent.push(id)
      await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(at)
    }
    const imported: string[] = []
    for (let n = 0; n < 4; n += 1) {
      const { run, part } = await waiting()
      imported.push(run.id)
      await importPart(run, part, owner, soon())
    }
    expect(imported).toEqual(sent)
    await releaseLease(owner)
  })
})

describe('a row of a user', () => {
  it('makes no administrator for somebody who is none', async () => {
    const staff = await staffOf(shop)
    const roleId = await staff.createRoleWith('users_create', 'users_update')
    const { id: userId, credentials } = await staff.createUser(roleId)
    const role = randomUUID()
    await staff.createRole({ role, isAdmin: true })
    await inShop(mainShop, async () => {
      const by = privilegesOf({ userId, roleId })
      const { plan } = await users.load({
        by,
        dryRun: false,
        confirmRights: false,
        ownUrls: [],
      })
      for (const name of ['New', credentials.name]) {
        const planned = plan({ name, role })
        await expect(planned).rejects.toMatchObject({ kind: 'adminRequired' })
      }
    })
  })
})
