import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../infra/local/client.ts'
import {
  alreadyOpenResponse,
  endedInput,
  notClosableResponse,
  shiftsOf,
} from '../support/shifts.ts'
import { openShop, type Shop } from '../support/shop.ts'

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

describe('parallel calls', () => {
  it('close a shift once', async () => {
    const id = await shifts.createShift()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.post(`/shifts/${id}/close`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const each of answers.filter(({ status }) => status !== 200)) {
      expect(each).toMatchObject(notClosableResponse)
    }
  })

  it('open one of 50 shifts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.post('/shifts', shifts.shiftInput())),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 201)
    expect(others).toHaveLength(49)
    for (const each of others) expect(each).toMatchObject(alreadyOpenResponse)
    expect((await admin.get('/shifts')).body).toHaveLength(1)
  })

  it('reopen one of 20 shifts', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => shifts.createShift(endedInput)),
    )
    const answers = await Promise.all(
      ids.map((id) => admin.put(`/shifts/${id}`, shifts.shiftInput({ endTime: null }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  it('leave at most one shift open, and GET /shifts/open returns it', async () => {
    const ids = [
      await shifts.createShift(endedInput),
      await shifts.createShift(endedInput),
      await shifts.createShift(),
    ]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => {
        const path = `/shifts/${ids[at % 3]}`
        if (at % 4 === 0) return admin.post(`${path}/close`)
        if (at % 4 === 1) return admin.put(path, shifts.shiftInput({ endTime: null }))
        if (at % 4 === 2) return admin.post('/shifts', shifts.shiftInput())
        return at === 39
          ? admin.del(path)
          : admin.put(path, shifts.shiftInput(endedInput))
      }),
    )
    for (const { status } of answers) expect([200, 201, 204, 404, 409]).toContain(status)
    const open = (await admin.get('/shifts')).body.filter(
      ({ endTime }: { endTime: string | null }) => endTime === null,
    )
    expect(open.length).toBeLessThanOrEqual(1)
    const shown = await admin.get('/shifts/open')
    expect(shown.status === 204 ? [] : [shown.body]).toEqual(open)
  })
})
