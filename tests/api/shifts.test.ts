import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from './client.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())
afterEach(async () => {
  const { body } = await admin.get('/shifts')
  for (const { id } of Array.isArray(body) ? body : []) await admin.del(`/shifts/${id}`)
})

/** What existing clients send: local times, and no amounts until the shift is closed. */
const wanted = (changes: object = {}) => ({
  userId: shop.ownerId,
  shiftDate: '2026-05-01',
  startTime: '08:30:00',
  notes: '',
  initialAmount: 100.5,
  ...changes,
})

const create = async (changes: object = {}) => {
  const { status, body } = await admin.post('/shifts', wanted(changes))
  expect(status).toBe(201)
  return body.id as string
}

const shift = async (id: string) => (await admin.get(`/shifts/${id}`)).body

const ended = { endTime: '1777640400000' }
const alreadyOpen = { status: 409, body: 'There is already an open shift' }
const notFound = { status: 404, body: 'Shift not found' }
const notClosable = { status: 404, body: 'Shift not found or already closed' }
const noneOpen = { status: 204, body: undefined }
const invalid = { status: 400, body: { message: expect.any(String) } }

describe('shifts', () => {
  it('list a bare string while there are none, and 204 for the open one', async () => {
    expect(await admin.get('/shifts')).toMatchObject({
      status: 200,
      body: 'No shifts found',
    })
    const open = await admin.get('/shifts/open')
    expect(open).toMatchObject(noneOpen)
    expect(open.headers.get('content-type')).toBeNull()
  })

  it('are opened, shown, closed and deleted', async () => {
    const created = await admin.post('/shifts', wanted())
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Shift added successfully' },
    })
    const { id } = created.body
    const open = {
      id,
      ...wanted(),
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
    const closed = await shift(id)
    expect(closed).toEqual({ ...open, ...amounts, endTime: closed.endTime })
    expect(closed.endTime).toMatch(/^\d{13}$/)
    expect(Math.abs(Number(closed.endTime) - Date.now())).toBeLessThan(60_000)
    expect(await admin.get('/shifts/open')).toMatchObject(noneOpen)

    expect(await admin.del(`/shifts/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await admin.get(`/shifts/${id}`)).toMatchObject(notFound)
    expect((await admin.get('/shifts')).body).toBe('No shifts found')
  })

  it('echo dates and times verbatim and start with nothing unless told', async () => {
    const texts = { shiftDate: ' 1st of May', startTime: '', endTime: 'late', notes: 'ñ' }
    const id = await create({ ...texts, initialAmount: undefined })
    expect(await shift(id)).toMatchObject({ ...texts, initialAmount: 0 })
  })

  it('keep amounts as exact decimals', async () => {
    const id = await create({ initialAmount: 1.005 })
    await admin.post(`/shifts/${id}/close`, {
      finalAmount: 0.1 + 0.2,
      difference: -1.105,
    })
    expect(await shift(id)).toMatchObject({
      initialAmount: 1.01,
      finalAmount: 0.3,
      difference: -1.11,
    })
  })

  it('show the open one to its owner only, when asked for a user', async () => {
    const id = await create()
    expect((await admin.get(`/shifts/open?user_id=${shop.ownerId}`)).body.id).toBe(id)
    expect((await admin.get('/shifts/open?user_id=')).body.id).toBe(id)
    for (const other of [randomUUID(), 'nobody', 'x'.repeat(500)]) {
      expect(await admin.get(`/shifts/open?user_id=${other}`)).toMatchObject(noneOpen)
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
  ])('refuse %j and change nothing', async (wrong) => {
    const id = await create(ended)
    const before = await shift(id)
    expect(await admin.post('/shifts', wanted(wrong))).toMatchObject(invalid)
    expect(await admin.put(`/shifts/${id}`, wanted(wrong))).toMatchObject(invalid)
    expect((await admin.get('/shifts')).body).toEqual([before])
  })

  it('say which shift or user is unknown', async () => {
    for (const id of [randomUUID(), '12']) {
      expect(await admin.get(`/shifts/${id}`)).toMatchObject(notFound)
      expect(await admin.del(`/shifts/${id}`)).toMatchObject(notFound)
      expect(await admin.post(`/shifts/${id}/close`)).toMatchObject(notClosable)
      expect(await admin.put(`/shifts/${id}`, wanted())).toMatchObject({
        status: 404,
        body: `Shift with ID: ${id} not found`,
      })
    }
    const id = await create()
    for (const userId of [randomUUID(), 'nobody', '']) {
      expect(await admin.post('/shifts', wanted({ userId }))).toMatchObject({
        status: 400,
        body: 'Failed to add shift',
      })
      expect(await admin.put(`/shifts/${id}`, wanted({ userId }))).toMatchObject({
        status: 404,
        body: 'User not found',
      })
    }
    expect(await admin.get('/shifts/%20')).toMatchObject({
      status: 400,
      body: 'Missing or malformed ID',
    })
  })

  it('ask for the permission of the deed before body and id', async () => {
    const refused = { status: 403, body: { message: 'Permission required' } }
    const [reader, creator, corrector, both] = await Promise.all([
      shop.userWith('shifts_read'),
      shop.userWith('shifts_create'),
      shop.userWith('shifts_update'),
      shop.userWith('shifts_create', 'shifts_update'),
    ])
    expect((await reader.get('/shifts/open')).status).toBe(204)
    expect(await reader.post('/shifts', {})).toMatchObject(refused)
    expect(await corrector.post('/shifts/12/close', {})).toMatchObject(refused)
    expect(await both.del('/shifts/12')).toMatchObject(refused)
    expect(await creator.put('/shifts/12', {})).toMatchObject(refused)
    expect(await corrector.put('/shifts/12', {})).toMatchObject(refused)
    expect((await both.put('/shifts/12', {})).status).toBe(400)
  })
})

describe('closing a shift', () => {
  it.each([undefined, {}, { finalAmount: null, difference: null }])(
    'needs no amounts: %j',
    async (body) => {
      const id = await create()
      expect((await admin.post(`/shifts/${id}/close`, body)).status).toBe(200)
      expect(await shift(id)).toMatchObject({ finalAmount: null, difference: null })
    },
  )

  it.each(['{', '[]', '{"finalAmount":"5"}', '{"difference":{}}'])(
    'refuses the body %s',
    async (body) => {
      const id = await create()
      expect(await admin.post(`/shifts/${id}/close`, body)).toMatchObject(invalid)
      expect((await admin.get('/shifts/open')).body.id).toBe(id)
    },
  )

  it('happens once', async () => {
    const id = await create()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.post(`/shifts/${id}/close`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const each of answers.filter(({ status }) => status !== 200)) {
      expect(each).toMatchObject(notClosable)
    }
  })
})

describe('correcting a shift', () => {
  it('changes what is sent and keeps the rest', async () => {
    const id = await create(ended)
    await admin.put(`/shifts/${id}`, wanted({ finalAmount: 9.99, difference: -3 }))
    const { initialAmount: _, ...rest } = wanted({ notes: 'recounted' })
    expect(await admin.put(`/shifts/${id}`, rest)).toMatchObject({
      status: 200,
      body: { id, message: 'Shift updated successfully' },
    })
    expect(await shift(id)).toEqual({
      id,
      ...wanted({ notes: 'recounted' }),
      ...ended,
      finalAmount: 9.99,
      difference: -3,
    })
    await admin.put(`/shifts/${id}`, wanted({ finalAmount: null, difference: null }))
    expect(await shift(id)).toMatchObject({
      ...ended,
      finalAmount: null,
      difference: null,
    })
  })

  it('closes the open shift with an endTime', async () => {
    const id = await create()
    await admin.put(`/shifts/${id}`, wanted(ended))
    expect(await admin.get('/shifts/open')).toMatchObject(noneOpen)
    expect(await admin.post(`/shifts/${id}/close`)).toMatchObject(notClosable)
    await create()
  })

  it('reopens with endTime null, unless another is open', async () => {
    const id = await create(ended)
    await admin.put(`/shifts/${id}`, wanted({ endTime: null }))
    expect((await admin.get('/shifts/open')).body).toMatchObject({ id, endTime: null })
    expect((await admin.put(`/shifts/${id}`, wanted({ endTime: null }))).status).toBe(200)
    await admin.post(`/shifts/${id}/close`)

    const other = await create()
    expect(await admin.put(`/shifts/${id}`, wanted({ endTime: null }))).toMatchObject(
      alreadyOpen,
    )
    expect((await shift(id)).endTime).not.toBeNull()
    expect((await admin.put(`/shifts/${id}`, wanted())).status).toBe(200)
    expect((await admin.get('/shifts/open')).body.id).toBe(other)
  })
})

describe('one open shift', () => {
  it('refuses every other, closed ones included', async () => {
    const id = await create()
    expect(await admin.post('/shifts', wanted())).toMatchObject(alreadyOpen)
    expect(await admin.post('/shifts', wanted(ended))).toMatchObject(alreadyOpen)
    expect((await admin.get('/shifts')).body).toHaveLength(1)
    await admin.post(`/shifts/${id}/close`)
    await create(ended)
    await create()
  })

  it('lets the next one open when it is deleted', async () => {
    await admin.del(`/shifts/${await create()}`)
    expect(await admin.get('/shifts/open')).toMatchObject(noneOpen)
    const id = await create()
    const closed = await admin.post('/shifts', wanted(ended))
    expect(closed).toMatchObject(alreadyOpen)
    expect((await admin.get('/shifts/open')).body.id).toBe(id)
  })

  it('stays open when another one is deleted', async () => {
    const old = await create(ended)
    const id = await create()
    await admin.del(`/shifts/${old}`)
    expect((await admin.get('/shifts/open')).body.id).toBe(id)
    expect(await admin.post('/shifts', wanted())).toMatchObject(alreadyOpen)
  })

  it('is won by one of 50 parallel calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.post('/shifts', wanted())),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(49)
    for (const each of refused) expect(each).toMatchObject(alreadyOpen)
    expect((await admin.get('/shifts')).body).toHaveLength(1)
  })

  it('is reopened by one of 20 parallel calls', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => create(ended)))
    const answers = await Promise.all(
      ids.map((id) => admin.put(`/shifts/${id}`, wanted({ endTime: null }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  it('is one at most while shifts close, reopen, open and go at once', async () => {
    const ids = [await create(ended), await create(ended), await create()]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => {
        const path = `/shifts/${ids[at % 3]}`
        if (at % 4 === 0) return admin.post(`${path}/close`)
        if (at % 4 === 1) return admin.put(path, wanted({ endTime: null }))
        if (at % 4 === 2) return admin.post('/shifts', wanted())
        return at === 39 ? admin.del(path) : admin.put(path, wanted(ended))
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
