import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { scaled } from '../support/scale.ts'
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

const [crowd, mixed] = [scaled(8, 20), scaled(4, 10)]

describe('parallel calls', () => {
  it('close a shift once', async () => {
    const id = await shifts.createShift()
    const answers = await Promise.all(
      Array.from({ length: crowd }, () => admin.post(`/shifts/${id}/close`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const each of answers.filter(({ status }) => status !== 200)) {
      expect(each).toMatchObject(notClosableResponse)
    }
  })

  const opening = scaled(8, 50)

  it(`open one of ${opening} shifts`, async () => {
    const answers = await Promise.all(
      Array.from({ length: opening }, () => admin.post('/shifts', shifts.shiftInput())),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 201)
    expect(others).toHaveLength(opening - 1)
    for (const each of others) expect(each).toMatchObject(alreadyOpenResponse)
    expect((await admin.get('/shifts')).body).toHaveLength(1)
  })

  it(`reopen one of ${crowd} shifts`, async () => {
    const ids = await Promise.all(
      Array.from({ length: crowd }, () => shifts.createShift(endedInput)),
    )
    const answers = await Promise.all(
      ids.map((id) => admin.put(`/shifts/${id}`, shifts.shiftInput({ endTime: null }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(crowd - 1)
  })

  it('leave at most one shift open, and GET /shifts/open returns it', async () => {
    const ids = [
      await shifts.createShift(endedInput),
      await shifts.createShift(endedInput),
      await shifts.createShift(),
    ]
    const answers = await Promise.all(
      Array.from({ length: 4 * mixed }, (_, at) => {
        const path = `/shifts/${ids[at % 3]}`
        if (at % 4 === 0) return admin.post(`${path}/close`)
        if (at % 4 === 1) return admin.put(path, shifts.shiftInput({ endTime: null }))
        if (at % 4 === 2) return admin.post('/shifts', shifts.shiftInput())
        return at === 4 * mixed - 1
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
