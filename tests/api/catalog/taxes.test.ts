import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeTax } from '../../../shared/catalog/taxes.ts'
import { dayOf, startOfDay } from '../../../shared/platform/time/days.ts'
import type { Answer, Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { createProduct, requiredProductFields } from '../../support/products.ts'
import { isLongRun } from '../../support/scale.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, usd } from '../../support/till.ts'

let shop: Shop
let admin: Client
let menu: string
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  menu = (await admin.post('/categories', { name: 'menu', type: 'dish' })).body.id
})
afterAll(() => shop.close())

const listed = async () => (await admin.get('/taxes')).body

const createTax = async (fields: object = {}): Promise<string> => {
  const input = { name: randomUUID(), ratePercent: 16, ...fields }
  const { status, body } = await admin.post('/taxes', input)
  expect(status).toBe(201)
  return body.id
}

const inUtc = async () => null

const clear = async () => {
  for (const { id } of await listed()) {
    expect((await admin.del(`/taxes/${id}`)).status).toBe(204)
  }
}

const notFound = { status: 404, body: 'Tax not found' }
const inUse = { status: 400, body: { message: 'Tax is in use' } }
const nameExists = { status: 409, body: { message: 'Tax name already exists' } }
const invalidProduct = { status: 400, body: { message: 'Invalid product data' } }

describe('taxes', () => {
  it('are created, listed to any user, changed and deleted', async () => {
    expect(await admin.get('/taxes')).toMatchObject({ status: 200, body: [] })
    expect(await admin.del('/taxes/unknown')).toMatchObject(notFound)
    const key = { 'idempotency-key': randomUUID() }
    const input = { name: 'IVA', ratePercent: 16.125, isDefault: true }
    const created = await admin.post('/taxes', input, key)
    expect((await admin.post('/taxes', input, key)).body).toEqual(created.body)
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Tax added successfully' },
    })
    const { id } = created.body
    const user = await shop.userWith()
    expect((await user.get('/taxes')).body).toEqual([
      { id, name: 'IVA', ratePercent: 16.125, isDefault: true },
    ])
    const changes = { name: ' VAT\u00a0', ratePercent: 0 }
    expect(await admin.put(`/taxes/${id}`, changes)).toMatchObject({
      status: 200,
      body: { id, message: 'Tax updated successfully' },
    })
    expect(await listed()).toEqual([{ id, ...changes, name: 'VAT', isDefault: true }])
    expect(await admin.del(`/taxes/${id}`)).toMatchObject({ status: 204 })
    expect(await admin.del(`/taxes/${id}`)).toMatchObject(notFound)
    expect(await admin.put(`/taxes/${id}`, changes)).toMatchObject(notFound)
    expect(await listed()).toEqual([])
  })

  it.each<[object, string]>([
    [{ name: ' ' }, 'name: must'],
    [{ name: undefined }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name: is too long'],
    [{ name: 'I\u200bVA' }, 'name: has characters'],
    [{ ratePercent: undefined }, 'ratePercent'],
    [{ ratePercent: null }, 'ratePercent'],
    [{ ratePercent: -0.001 }, 'ratePercent'],
    [{ ratePercent: 100.001 }, 'ratePercent'],
    [{ ratePercent: 0.1 + 0.2 }, 'ratePercent: has more than three fraction digits'],
    [{ ratePercent: 1e-7 }, 'ratePercent'],
    [{ isDefault: 'yes' }, 'isDefault'],
    [{ isDefault: null }, 'isDefault'],
  ])('return 400 for %j and change nothing', async (wrong, fault) => {
    const id = await createTax({ name: 'kept' })
    const before = await listed()
    const message = expect.stringContaining(`Invalid request: ${fault}`)
    const invalid = { status: 400, body: { message } }
    const body = { name: 'wrong', ratePercent: 1, ...wrong }
    expect(await admin.post('/taxes', body)).toMatchObject(invalid)
    if (!Object.values(wrong).includes(undefined)) {
      expect(await admin.put(`/taxes/${id}`, body)).toMatchObject(invalid)
    }
    expect(await listed()).toEqual(before)
    await clear()
  })

  it('have unique names, which a deleted tax frees', async () => {
    const id = await createTax({ name: 'VAT' })
    const other = await createTax({ name: 'vat' })
    const input = { name: 'VAT', ratePercent: 1 }
    expect(await admin.post('/taxes', input)).toMatchObject(nameExists)
    expect(await admin.put(`/taxes/${other}`, input)).toMatchObject(nameExists)
    expect((await admin.put(`/taxes/${id}`, input)).status).toBe(200)
    await admin.del(`/taxes/${id}`)
    expect((await admin.put(`/taxes/${other}`, input)).status).toBe(200)
    await clear()
  })

  it('keep both of two changes at once', async () => {
    const [one, other] = [await createTax(), await createTax()]
    const same = { rateThousandths: undefined }
    await Promise.all([
      changeTax(one, { ...same, name: 'first' }, inUtc),
      changeTax(other, { ...same, name: 'second' }, inUtc),
    ])
    expect(await listed()).toMatchObject([{ name: 'first' }, { name: 'second' }])
    await clear()
  })

  it('have one default at most, which a new one displaces', async () => {
    const [one, other] = [await createTax({ isDefault: true }), await createTax()]
    const defaults = async () =>
      (await listed()).flatMap(({ id, isDefault }: { id: string; isDefault: boolean }) =>
        isDefault ? [id] : [],
      )
    expect(await defaults()).toEqual([one])
    await admin.put(`/taxes/${other}`, { isDefault: true })
    expect(await defaults()).toEqual([other])
    await admin.put(`/taxes/${other}`, { ratePercent: 8 })
    const third = await createTax({ isDefault: true })
    expect(await defaults()).toEqual([third])
    await admin.put(`/taxes/${third}`, { isDefault: false })
    expect(await defaults()).toEqual([])
    await clear()
  })

  it('are 20 at most, also when the last are created at once', async () => {
    const [before, crowd, names] = isLongRun ? [0, 30, 25] : [15, 12, 9]
    for (let n = 0; n < before; n += 1) await createTax({ name: `first ${n}` })
    const answers = await Promise.all(
      Array.from({ length: crowd }, (_, n) =>
        admin.post('/taxes', { name: `tax ${n % names}`, ratePercent: n }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20 - before)
    const found = (await listed()).map(({ name }: { name: string }) => name)
    expect(new Set(found).size).toBe(20)
    expect((await admin.post('/taxes', { name: 'more', ratePercent: 1 })).status).toBe(
      400,
    )
    await clear()
  })

  it('take a planned rate from the first moment of its day on', async () => {
    const timezone = 'America/Mexico_City'
    await admin.put('/config', { businessName: 'Corner Shop', timezone })
    const id = await createTax({ name: 'IVA', isDefault: true })
    const productId = await createProduct(admin, { priceCents: 11_600, quantity: 9 })
    const day = (ms: number) => dayOf(ms, { timezone: 'America/Mexico_City' })
    const fromDay = day(Date.now() + 2 * 24 * 3_600_000)
    const untilMs = startOfDay(fromDay, { timezone: 'America/Mexico_City' }) - Date.now()
    const plan = (nextRate: object | null) => admin.put(`/taxes/${id}`, { nextRate })
    for (const [refused, fault] of [
      [
        { ratePercent: 21, fromDay: day(Date.now()) },
        'A planned rate begins after today',
      ],
      [{ ratePercent: 21, fromDay: '2031-02-29' }, 'fromDay: is not a day'],
      [{ ratePercent: 101, fromDay }, 'ratePercent'],
      [{ ratePercent: 21 }, 'fromDay'],
    ] as const) {
      const { status, body } = await plan(refused)
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain(fault)
    }
    const nextRate = { ratePercent: 21, fromDay }
    expect(await plan(nextRate)).toMatchObject({ status: 200 })
    const tax = { id, name: 'IVA', ratePercent: 16, isDefault: true }
    expect(await listed()).toEqual([{ ...tax, nextRate }])
    // Another change keeps the plan
    const second = await createTax({ name: 'Other' })
    expect((await admin.put(`/taxes/${id}`, { name: 'VAT' })).status).toBe(200)
    expect((await listed())[0]).toEqual({ ...tax, name: 'VAT', nextRate })

    const sell = async () => {
      const { status, body } = await admin.post('/store/orders/checkout', {
        userId: shop.ownerId,
        items: [{ productId, quantity: 1, priceAtOrder: 11_600 }],
        paymentMethodId: methodId('Cash'),
        currencyId: usd,
        amount: 116,
      })
      expect(status).toBe(201)
      return (await admin.get(`/store/orders/${body.orderId}`)).body.taxes
    }
    const minutes = Math.floor(untilMs / 60_000)
    const before = { name: 'VAT', ratePercent: 16, netCents: 10_000, taxCents: 1_600 }
    expect(await later(minutes - 1, sell)).toMatchObject([before])
    await later(minutes + 1, async () => {
      expect((await listed())[0]).toEqual({ ...tax, name: 'VAT', ratePercent: 21 })
      expect(await sell()).toMatchObject([{ ratePercent: 21, taxCents: 2_013 }])
      // A plan that has begun is the rate, whatever changes next
      expect((await admin.put(`/taxes/${second}`, { name: 'Third' })).status).toBe(200)
      expect((await listed())[0]).toEqual({ ...tax, name: 'VAT', ratePercent: 21 })
    })
    expect((await plan(nextRate)).status).toBe(200)
    expect((await plan(null)).status).toBe(200)
    expect((await listed())[0].nextRate).toBeUndefined()
  })

  it('are changed by callers with settings_update', async () => {
    const reader = await shop.userWith('settings_read')
    const tax = { name: 'mine', ratePercent: 1 }
    for (const answer of [
      await reader.post('/taxes', tax),
      await reader.put(`/taxes/${randomUUID()}`, tax),
      await reader.del(`/taxes/${randomUUID()}`),
    ]) {
      expect(answer).toMatchObject({ status: 403 })
    }
    const settings = await shop.userWith('settings_update')
    expect((await settings.post('/taxes', tax)).status).toBe(201)
    await clear()
  })
})

describe.each([
  {
    kind: 'product',
    path: '/products',
    fields: () => requiredProductFields,
    refused: invalidProduct,
  },
  {
    kind: 'dish',
    path: '/dishes',
    fields: () => ({ name: 'Soup', price: 4, categoryId: menu }),
    refused: {
      status: 400,
      body: { message: expect.stringMatching(/: (no tax has the id|taxId:) /) },
    },
  },
])('the tax of a $kind', ({ path, fields, refused }) => {
  const create = (taxId?: unknown): Promise<Answer> =>
    admin.post(path, { ...fields(), taxId })
  const change = (id: string, taxId?: unknown): Promise<Answer> =>
    admin.put(`${path}/${id}`, { ...fields(), taxId })
  const taxOf = async (id: string) => (await admin.get(`${path}/${id}`)).body.taxId

  it('is null or a tax there is, and stays when it is not sent', async () => {
    const [tax, other] = [await createTax(), await createTax()]
    const { id } = (await create(tax)).body
    expect(await taxOf(id)).toBe(tax)
    expect((await admin.get(path)).body.at(-1)).toMatchObject({ taxId: tax })
    expect((await change(id)).status).toBe(200)
    expect(await taxOf(id)).toBe(tax)
    for (const again of [other, other]) {
      expect((await change(id, again)).status).toBe(200)
    }
    expect(await taxOf(id)).toBe(other)
    for (const unknown of [randomUUID(), 'IVA', '', 7]) {
      expect(await create(unknown)).toMatchObject(refused)
      expect(await change(id, unknown)).toMatchObject(refused)
    }
    expect(await taxOf(id)).toBe(other)
    expect((await change(id, null)).status).toBe(200)
    expect(await taxOf(id)).toBe(null)
    await admin.del(`${path}/${id}`)
    await clear()
  })

  it('cannot be deleted while it is named', async () => {
    const [tax, other] = [await createTax(), await createTax()]
    const [one, two] = [(await create(tax)).body.id, (await create(tax)).body.id]
    expect(await admin.del(`/taxes/${tax}`)).toMatchObject(inUse)
    await change(one, other)
    expect(await admin.del(`/taxes/${tax}`)).toMatchObject(inUse)
    await admin.del(`${path}/${two}`)
    expect((await admin.del(`/taxes/${tax}`)).status).toBe(204)
    expect(await admin.del(`/taxes/${other}`)).toMatchObject(inUse)
    await change(one, null)
    await clear()
    await admin.del(`${path}/${one}`)
  })

  it('is never one that was deleted at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const tax = await createTax()
      const { id } = (await create()).body
      const [removal, created, changed] = await Promise.all([
        admin.del(`/taxes/${tax}`),
        create(tax),
        change(id, tax),
      ])
      const isNamed = created.status === 201 || changed.status === 200
      expect(removal.status).toBe(isNamed ? 400 : 204)
      for (const each of [id, created.body.id])
        if (each) await admin.del(`${path}/${each}`)
      await clear()
    }
  })
})

it('products made before taxes have none', async () => {
  const id = await createProduct(admin, { taxId: undefined })
  expect((await admin.get(`/products/${id}`)).body.taxId).toBe(null)
})
