import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../infra/local/client.ts'
import {
  alreadyOpen,
  ended,
  noneOpen,
  notClosable,
  openShiftBook,
} from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
let book: Awaited<ReturnType<typeof openShiftBook>>
beforeAll(async () => {
  shop = await openShop()
  book = await openShiftBook(shop)
  admin = book.admin
})
afterAll(() => shop.close())
afterEach(() => book.clear())

const invalid = { status: 400, body: { message: expect.any(String) } }

describe('closing a shift', () => {
  it.each([undefined, {}, { finalAmount: null, difference: null }])(
    'needs no amounts: %j',
    async (body) => {
      const id = await book.create()
      expect((await admin.post(`/shifts/${id}/close`, body)).status).toBe(200)
      expect(await book.shift(id)).toMatchObject({ finalAmount: null, difference: null })
    },
  )

  it.each(['{', '[]', '{"finalAmount":"5"}', '{"difference":{}}'])(
    'refuses the body %s',
    async (body) => {
      const id = await book.create()
      expect(await admin.post(`/shifts/${id}/close`, body)).toMatchObject(invalid)
      expect((await admin.get('/shifts/open')).body.id).toBe(id)
    },
  )
})

describe('correcting a shift', () => {
  it('changes what is sent and keeps the rest', async () => {
    const id = await book.create(ended)
    await admin.put(`/shifts/${id}`, book.wanted({ finalAmount: 9.99, difference: -3 }))
    const { initialAmount: _, ...rest } = book.wanted({ notes: 'recounted' })
    expect(await admin.put(`/shifts/${id}`, rest)).toMatchObject({
      status: 200,
      body: { id, message: 'Shift updated successfully' },
    })
    expect(await book.shift(id)).toEqual({
      id,
      ...book.wanted({ notes: 'recounted' }),
      ...ended,
      finalAmount: 9.99,
      difference: -3,
    })
    await admin.put(`/shifts/${id}`, book.wanted({ finalAmount: null, difference: null }))
    expect(await book.shift(id)).toMatchObject({
      ...ended,
      finalAmount: null,
      difference: null,
    })
  })

  it('closes the open shift with an endTime', async () => {
    const id = await book.create()
    await admin.put(`/shifts/${id}`, book.wanted(ended))
    expect(await admin.get('/shifts/open')).toMatchObject(noneOpen)
    expect(await admin.post(`/shifts/${id}/close`)).toMatchObject(notClosable)
    await book.create()
  })

  it('reopens with endTime null, unless another is open', async () => {
    const id = await book.create(ended)
    await admin.put(`/shifts/${id}`, book.wanted({ endTime: null }))
    expect((await admin.get('/shifts/open')).body).toMatchObject({ id, endTime: null })
    expect(
      (await admin.put(`/shifts/${id}`, book.wanted({ endTime: null }))).status,
    ).toBe(200)
    await admin.post(`/shifts/${id}/close`)

    const other = await book.create()
    expect(
      await admin.put(`/shifts/${id}`, book.wanted({ endTime: null })),
    ).toMatchObject(alreadyOpen)
    expect((await book.shift(id)).endTime).not.toBeNull()
    expect((await admin.put(`/shifts/${id}`, book.wanted())).status).toBe(200)
    expect((await admin.get('/shifts/open')).body.id).toBe(other)
  })
})

describe('an open shift', () => {
  const counted = { finalAmount: 98.25, difference: -2.25 }
  const uncounted = { finalAmount: null, difference: null }

  it('shows no closing amounts, wherever it is shown', async () => {
    const id = await book.create()
    await admin.put(`/shifts/${id}`, book.wanted(counted))
    expect(await book.shift(id)).toMatchObject(uncounted)
    expect((await admin.get('/shifts/open')).body).toMatchObject(uncounted)
    expect((await admin.get('/shifts')).body).toMatchObject([uncounted])
  })

  it('keeps what was counted for its end', async () => {
    const id = await book.create()
    await admin.put(`/shifts/${id}`, book.wanted(counted))
    await admin.put(`/shifts/${id}`, book.wanted(ended))
    expect(await book.shift(id)).toMatchObject(counted)

    await admin.put(`/shifts/${id}`, book.wanted({ endTime: null }))
    expect(await book.shift(id)).toMatchObject(uncounted)
    await admin.post(`/shifts/${id}/close`)
    expect(await book.shift(id)).toMatchObject(counted)
  })

  it('forgets it when that is said or another count takes its place', async () => {
    const id = await book.create(ended)
    await admin.put(`/shifts/${id}`, book.wanted({ ...counted, endTime: null }))
    await admin.put(`/shifts/${id}`, book.wanted({ difference: null }))
    await admin.post(`/shifts/${id}/close`, { finalAmount: 101 })
    expect(await book.shift(id)).toMatchObject({ finalAmount: 101, difference: null })
  })
})

describe('one open shift', () => {
  it('refuses every other, closed ones included', async () => {
    const id = await book.create()
    expect(await admin.post('/shifts', book.wanted())).toMatchObject(alreadyOpen)
    expect(await admin.post('/shifts', book.wanted(ended))).toMatchObject(alreadyOpen)
    expect((await admin.get('/shifts')).body).toHaveLength(1)
    await admin.post(`/shifts/${id}/close`)
    await book.create(ended)
    await book.create()
  })

  it('lets the next one open when it is deleted', async () => {
    await admin.del(`/shifts/${await book.create()}`)
    expect(await admin.get('/shifts/open')).toMatchObject(noneOpen)
    const id = await book.create()
    const closed = await admin.post('/shifts', book.wanted(ended))
    expect(closed).toMatchObject(alreadyOpen)
    expect((await admin.get('/shifts/open')).body.id).toBe(id)
  })

  it('stays open when another one is deleted', async () => {
    const old = await book.create(ended)
    const id = await book.create()
    await admin.del(`/shifts/${old}`)
    expect((await admin.get('/shifts/open')).body.id).toBe(id)
    expect(await admin.post('/shifts', book.wanted())).toMatchObject(alreadyOpen)
  })
})
