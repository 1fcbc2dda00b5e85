import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import {
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

const notFound = { status: 404, body: 'Shift not found' }
const invalid = { status: 400, body: { message: expect.any(String) } }

describe('shifts', () => {
  it('return a bare string for an empty list, and 204 when none is open', async () => {
    expect(await admin.get('/shifts')).toMatchObject({
      status: 200,
      body: 'No shifts found',
    })
    const open = await admin.get('/shifts/open')
    expect(open).toMatchObject(noneOpenResponse)
    expect(open.headers.get('content-type')).toBeNull()
  })

  it('are opened, returned, closed and deleted', async () => {
    const created = await admin.post('/shifts', shifts.shiftInput())
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Shift added successfully' },
    })
    const { id } = created.body
    const open = {
      id,
      ...shifts.shiftInput(),
      endTime: null,
      finalAmount: null,
      difference: null,
    }
    expect(await admin.get('/shifts')).toMatchObject({ status: 200, body: [open] })
    expect((await admin.get('/shifts/open')).body).toEqual(open)
    expect((await admin.get(`/shifts/${id}`)).body).toEqual(open)

    const amounts = { finalAmount: 250.1, difference: -0.4 }
    expect(await admin.post(`/shifts/${id}/close`, amounts)).toMatchObject({
      status: 200,
      body: { id, message: 'Shift closed successfully' },
    })
    const closed = await shifts.findShift(id)
    expect(closed).toEqual({ ...open, ...amounts, endTime: closed.endTime })
    expect(closed.endTime).toMatch(/^\d{13}$/)
    expect(Math.abs(Number(closed.endTime) - Date.now())).toBeLessThan(60_000)
    expect(await admin.get('/shifts/open')).toMatchObject(noneOpenResponse)

    expect(await admin.del(`/shifts/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await admin.get(`/shifts/${id}`)).toMatchObject(notFound)
    expect((await admin.get('/shifts')).body).toBe('No shifts found')
  })

  it('return dates and times as sent, and an initial amount of 0 by default', async () => {
    const texts = { shiftDate: ' 1st of May', startTime: '', endTime: 'late', notes: 'ñ' }
    const id = await shifts.createShift({ ...texts, initialAmount: undefined })
    expect(await shifts.findShift(id)).toMatchObject({ ...texts, initialAmount: 0 })
  })

  it('keep amounts as exact decimals', async () => {
    const id = await shifts.createShift({ initialAmount: 1.005 })
    await admin.post(`/shifts/${id}/close`, {
      finalAmount: 0.1 + 0.2,
      difference: -1.105,
    })
    expect(await shifts.findShift(id)).toMatchObject({
      initialAmount: 1.01,
      finalAmount: 0.3,
      difference: -1.11,
    })
  })

  it('return the open one only for its own user_id', async () => {
    const id = await shifts.createShift()
    expect((await admin.get(`/shifts/open?user_id=${shop.ownerId}`)).body.id).toBe(id)
    expect((await admin.get('/shifts/open?user_id=')).body.id).toBe(id)
    for (const other of [randomUUID(), 'nobody', 'x'.repeat(500)]) {
      expect(await admin.get(`/shifts/open?user_id=${other}`)).toMatchObject(
        noneOpenResponse,
      )
    }
  })

  it.each([
    [{ userId: undefined }],
    [{ shiftDate: undefined }],
    [{ startTime: undefined }],
    [{ startTime: 1_777_640_400_000 }],
    [{ notes: undefined }],
    [{ notes: null }],
    [{ endTime: 7 }],
    [{ initialAmount: '5' }],
    [{ notes: 'x'.repeat(50_001) }],
  ])('return 400 for %j and change nothing', async (wrong) => {
    const id = await shifts.createShift(endedInput)
    const before = await shifts.findShift(id)
    expect(await admin.post('/shifts', shifts.shiftInput(wrong))).toMatchObject(invalid)
    expect(await admin.put(`/shifts/${id}`, shifts.shiftInput(wrong))).toMatchObject(
      invalid,
    )
    expect((await admin.get('/shifts')).body).toEqual([before])
  })

  it('return 404 for an unknown shift, and 400 or 404 for an unknown user', async () => {
    for (const id of [randomUUID(), '12']) {
      expect(await admin.get(`/shifts/${id}`)).toMatchObject(notFound)
      expect(await admin.del(`/shifts/${id}`)).toMatchObject(notFound)
      expect(await admin.post(`/shifts/${id}/close`)).toMatchObject(notClosableResponse)
      expect(await admin.put(`/shifts/${id}`, shifts.shiftInput())).toMatchObject({
        status: 404,
        body: `Shift with ID: ${id} not found`,
      })
    }
    const id = await shifts.createShift()
    for (const userId of [randomUUID(), 'nobody', '']) {
      expect(await admin.post('/shifts', shifts.shiftInput({ userId }))).toMatchObject({
        status: 400,
        body: 'Failed to add shift',
      })
      expect(
        await admin.put(`/shifts/${id}`, shifts.shiftInput({ userId })),
      ).toMatchObject({
        status: 404,
        body: 'User not found',
      })
    }
    expect(await admin.get('/shifts/%20')).toMatchObject({
      status: 400,
      body: 'Missing or malformed ID',
    })
  })

  it('check the permission before body and id', async () => {
    const permissionRequired = { status: 403, body: { message: 'Permission required' } }
    const [reader, creator, corrector, both] = await Promise.all([
      shop.userWith('shifts_read'),
      shop.userWith('shifts_create'),
      shop.userWith('shifts_update'),
      shop.userWith('shifts_create', 'shifts_update'),
    ])
    expect((await reader.get('/shifts/open')).status).toBe(204)
    expect(await reader.post('/shifts', {})).toMatchObject(permissionRequired)
    expect(await corrector.post('/shifts/12/close', {})).toMatchObject(permissionRequired)
    expect(await both.del('/shifts/12')).toMatchObject(permissionRequired)
    expect(await creator.put('/shifts/12', {})).toMatchObject(permissionRequired)
    expect(await corrector.put('/shifts/12', {})).toMatchObject(permissionRequired)
    expect((await both.put('/shifts/12', {})).status).toBe(400)
  })
})
