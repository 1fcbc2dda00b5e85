import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import {
  alreadyOpenResponse,
  endedInput,
  noneOpenResponse,
  notClosableResponse,
  shiftsOf,
} from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
let shifts: Awaited<ReturnType<typeof shiftsOf>>
beforeAll(async () => {
  shop = await openShop()
  shifts = await shiftsOf(shop)
  admin = shifts.admin
})
afterAll(() => shop.close())
afterEach(() => shifts.deleteShifts())

const invalid = { status: 400, body: { message: expect.any(String) } }

describe('closing a shift', () => {
  it.each([undefined, {}, { finalAmount: null, difference: null }])(
    'needs no amounts: %j',
    async (body) => {
      const id = await shifts.createShift()
      expect((await admin.post(`/shifts/${id}/close`, body)).status).toBe(200)
      expect(await shifts.findShift(id)).toMatchObject({
        finalAmount: null,
        difference: null,
      })
    },
  )

  it.each(['{', '[]', '{"finalAmount":"5"}', '{"difference":{}}'])(
    'returns 400 for the body %s',
    async (body) => {
      const id = await shifts.createShift()
      expect(await admin.post(`/shifts/${id}/close`, body)).toMatchObject(invalid)
      expect((await admin.get('/shifts/open')).body.id).toBe(id)
    },
  )
})

describe('changing a shift', () => {
  it('changes the fields that are sent and keeps the rest', async () => {
    const id = await shifts.createShift(endedInput)
    await admin.put(
      `/shifts/${id}`,
      shifts.shiftInput({ finalAmount: 9.99, difference: -3 }),
    )
    const { initialAmount: _, ...rest } = shifts.shiftInput({ notes: 'recounted' })
    expect(await admin.put(`/shifts/${id}`, rest)).toMatchObject({
      status: 200,
      body: { id, message: 'Shift updated successfully' },
    })
    expect(await shifts.findShift(id)).toEqual({
      id,
      ...shifts.shiftInput({ notes: 'recounted' }),
      ...endedInput,
      finalAmount: 9.99,
      difference: -3,
    })
    await admin.put(
      `/shifts/${id}`,
      shifts.shiftInput({ finalAmount: null, difference: null }),
    )
    expect(await shifts.findShift(id)).toMatchObject({
      ...endedInput,
      finalAmount: null,
      difference: null,
    })
  })

  it('closes the open shift with an endTime', async () => {
    const id = await shifts.createShift()
    await admin.put(`/shifts/${id}`, shifts.shiftInput(endedInput))
    expect(await admin.get('/shifts/open')).toMatchObject(noneOpenResponse)
    expect(await admin.post(`/shifts/${id}/close`)).toMatchObject(notClosableResponse)
    await shifts.createShift()
  })

  it('reopens with endTime null, and returns 409 when another is open', async () => {
    const id = await shifts.createShift(endedInput)
    await admin.put(`/shifts/${id}`, shifts.shiftInput({ endTime: null }))
    expect((await admin.get('/shifts/open')).body).toMatchObject({ id, endTime: null })
    expect(
      (await admin.put(`/shifts/${id}`, shifts.shiftInput({ endTime: null }))).status,
    ).toBe(200)
    await admin.post(`/shifts/${id}/close`)

    const other = await shifts.createShift()
    expect(
      await admin.put(`/shifts/${id}`, shifts.shiftInput({ endTime: null })),
    ).toMatchObject(alreadyOpenResponse)
    expect((await shifts.findShift(id)).endTime).not.toBeNull()
    expect((await admin.put(`/shifts/${id}`, shifts.shiftInput())).status).toBe(200)
    expect((await admin.get('/shifts/open')).body.id).toBe(other)
  })
})

describe('an open shift', () => {
  const closingAmounts = { finalAmount: 98.25, difference: -2.25 }
  const noAmounts = { finalAmount: null, difference: null }

  it('returns no closing amounts in any response', async () => {
    const id = await shifts.createShift()
    await admin.put(`/shifts/${id}`, shifts.shiftInput(closingAmounts))
    expect(await shifts.findShift(id)).toMatchObject(noAmounts)
    expect((await admin.get('/shifts/open')).body).toMatchObject(noAmounts)
    expect((await admin.get('/shifts')).body).toMatchObject([noAmounts])
  })

  it('keeps its closing amounts after it is reopened', async () => {
    const id = await shifts.createShift()
    await admin.put(`/shifts/${id}`, shifts.shiftInput(closingAmounts))
    await admin.put(`/shifts/${id}`, shifts.shiftInput(endedInput))
    expect(await shifts.findShift(id)).toMatchObject(closingAmounts)

    await admin.put(`/shifts/${id}`, shifts.shiftInput({ endTime: null }))
    expect(await shifts.findShift(id)).toMatchObject(noAmounts)
    await admin.post(`/shifts/${id}/close`)
    expect(await shifts.findShift(id)).toMatchObject(closingAmounts)
  })

  it('has no Z with what was counted before it was reopened', async () => {
    const counts = async (id: string) => {
      const { finalAmount, difference, statedDifference } = (
        await admin.get(`/shifts/${id}/z-report`)
      ).body
      return { finalAmount, difference, statedDifference }
    }
    const id = await shifts.createShift()
    await admin.post(`/shifts/${id}/close`, closingAmounts)
    expect(await counts(id)).toMatchObject({
      finalAmount: 98.25,
      statedDifference: -2.25,
    })
    const reopen = () => admin.put(`/shifts/${id}`, shifts.shiftInput({ endTime: null }))

    await reopen()
    await admin.post(`/shifts/${id}/close`)
    expect(await counts(id)).toEqual({ ...noAmounts, statedDifference: null })

    await reopen()
    await admin.put(`/shifts/${id}`, shifts.shiftInput({ finalAmount: 50 }))
    await admin.post(`/shifts/${id}/close`)
    expect(await counts(id)).toMatchObject({ finalAmount: 50, statedDifference: null })
  })

  it('replaces or removes its closing amounts when new ones or null are sent', async () => {
    const id = await shifts.createShift(endedInput)
    await admin.put(
      `/shifts/${id}`,
      shifts.shiftInput({ ...closingAmounts, endTime: null }),
    )
    await admin.put(`/shifts/${id}`, shifts.shiftInput({ difference: null }))
    await admin.post(`/shifts/${id}/close`, { finalAmount: 101 })
    expect(await shifts.findShift(id)).toMatchObject({
      finalAmount: 101,
      difference: null,
    })
  })
})

describe('while a shift is open', () => {
  it('creating another returns 409, even a closed one', async () => {
    const id = await shifts.createShift()
    expect(await admin.post('/shifts', shifts.shiftInput())).toMatchObject(
      alreadyOpenResponse,
    )
    expect(await admin.post('/shifts', shifts.shiftInput(endedInput))).toMatchObject(
      alreadyOpenResponse,
    )
    expect((await admin.get('/shifts')).body).toHaveLength(1)
    await admin.post(`/shifts/${id}/close`)
    await shifts.createShift(endedInput)
    await shifts.createShift()
  })

  it('another can be opened after it is deleted', async () => {
    await admin.del(`/shifts/${await shifts.createShift()}`)
    expect(await admin.get('/shifts/open')).toMatchObject(noneOpenResponse)
    const id = await shifts.createShift()
    const closed = await admin.post('/shifts', shifts.shiftInput(endedInput))
    expect(closed).toMatchObject(alreadyOpenResponse)
    expect((await admin.get('/shifts/open')).body.id).toBe(id)
  })

  it('it stays open when another one is deleted', async () => {
    const old = await shifts.createShift(endedInput)
    const id = await shifts.createShift()
    await admin.del(`/shifts/${old}`)
    expect((await admin.get('/shifts/open')).body.id).toBe(id)
    expect(await admin.post('/shifts', shifts.shiftInput())).toMatchObject(
      alreadyOpenResponse,
    )
  })
})
