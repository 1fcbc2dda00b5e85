import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { notClosableResponse, notFoundResponse, shiftsOf } from '../../support/shifts.ts'
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

describe('cash movements', () => {
  it('are added to the open shift and listed', async () => {
    const id = await shifts.createShift()
    const path = `/shifts/${id}/cash`
    expect(await admin.get(path)).toMatchObject({ status: 200, body: [] })
    expect(await shifts.moveCash(id, 'in', 0.1)).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Cash movement added successfully' },
    })
    await shifts.moveCash(id, 'out', 20.55, 'bread')
    const { body } = await admin.get(path)
    const userId = shop.ownerId
    expect(body).toMatchObject([
      { type: 'in', amount: 0.1, reason: 'change', userId },
      { type: 'out', amount: 20.55, reason: 'bread', userId },
    ])
    expect(await shifts.breakdown(id)).toMatchObject({
      cashIn: 0.1,
      cashOut: 20.55,
      expectedTotal: 80.05,
    })
    await shifts.closeShift(id)
    expect(await shifts.moveCash(id, 'in', 1)).toMatchObject(notClosableResponse)
    expect((await admin.get(path)).body).toEqual(body)
  })

  it('return 400 for wrong input and change nothing', async () => {
    const id = await shifts.createShift()
    const wrong = [
      { type: 'up' },
      { type: undefined },
      ...[0, 0.004, -1, '1', null, undefined].map((amount) => ({ amount })),
      ...[' ', 7, undefined].map((reason) => ({ reason })),
    ]
    for (const changes of wrong) {
      const input = { type: 'in', amount: 1, reason: 'change', ...changes }
      expect(await admin.post(`/shifts/${id}/cash`, input)).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      })
    }
    expect((await admin.get(`/shifts/${id}/cash`)).body).toEqual([])
    expect((await shifts.breakdown(id)).cashIn).toBe(0)
  })

  it('of an unknown or deleted shift are not found', async () => {
    const deleted = await shifts.createShift()
    await admin.del(`/shifts/${deleted}`)
    for (const id of [randomUUID(), '12', deleted]) {
      expect(await shifts.moveCash(id, 'in', 1)).toMatchObject(notClosableResponse)
      expect(await admin.get(`/shifts/${id}/cash`)).toMatchObject(notFoundResponse)
      expect(await admin.get(`/shifts/${id}/breakdown`)).toMatchObject(notFoundResponse)
    }
    expect(await admin.get(`/shifts/${randomUUID()}/z-report`)).toMatchObject(
      notFoundResponse,
    )
    expect(await admin.get(`/shifts/${deleted}/z-report`)).toMatchObject({
      status: 404,
      body: 'Z report not found',
    })
  })
})
