import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from './client.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
let till: Client
beforeAll(async () => {
  shop = await openShop()
  till = await shop.userWith()
})
afterAll(() => shop.close())

type Config = { id: string; printerType: string; printerName: string; isDefault: boolean }

const configs = async (): Promise<Config[]> => (await till.get('/printers/configs')).body
const configOf = async (id: string) => (await configs()).find((each) => each.id === id)
const defaultsOf = async (type: string) =>
  (await configs()).filter(
    ({ printerType, isDefault }) => printerType === type && isDefault,
  )

/** Adds a configuration under a name of its own. */
async function add(fields: object = {}): Promise<string> {
  const input = { printerType: 'KITCHEN', printerName: randomUUID(), ...fields }
  const { status, body } = await till.post('/printers/configs', input)
  expect(status).toBe(201)
  return body.id
}

const exists = { status: 409, body: { error: 'Printer configuration already exists' } }

describe('access', () => {
  it.each([
    ['GET', '/printers/available'],
    ['POST', '/printers/set'],
    ['POST', '/printers/print'],
    ['GET', '/printers/configs'],
    ['POST', '/printers/configs'],
    ['PUT', '/printers/configs/1'],
    ['DELETE', '/printers/configs/1'],
    ['POST', '/printers/configs/1/default'],
  ])('%s %s needs a token', async (method, path) => {
    expect(await shop.anonymous().send(method, path)).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized API access' },
    })
  })
})

describe('a shop without printers', () => {
  it.each(['/printers/available', '/printers/configs'])(
    'has none in %s',
    async (path) => {
      expect(await till.get(path)).toMatchObject({ status: 200, body: [] })
    },
  )
})

describe('POST /printers/configs', () => {
  it('creates a configuration with the defaults', async () => {
    const id = await add({ printerName: 'Epson TM' })
    expect(await configOf(id)).toEqual({
      id,
      printerType: 'KITCHEN',
      printerName: 'Epson TM',
      templateName: null,
      isDefault: false,
      enabled: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
  })

  it('keeps what it was given', async () => {
    const fields = { templateName: 'Bill', isDefault: true, enabled: false }
    expect(await configOf(await add(fields))).toMatchObject(fields)
  })

  it('refuses a second one of the same type and name', async () => {
    const printerName = randomUUID()
    await add({ printerName })
    const again = { printerType: 'KITCHEN', printerName }
    expect(await till.post('/printers/configs', again)).toMatchObject(exists)
    await add({ printerName, printerType: 'BAR' })
  })

  it.each([
    ['no body', undefined],
    ['malformed JSON', '{'],
    ['an array', []],
    ['no type', { printerName: 'x' }],
    ['an unknown type', { printerType: 'kitchen', printerName: 'x' }],
    ['a blank name', { printerType: 'BAR', printerName: ' ' }],
    ['a name that is no text', { printerType: 'BAR', printerName: 7 }],
    ['a name too long', { printerType: 'BAR', printerName: 'x'.repeat(500_000) }],
    [
      'a template that is no text',
      { printerType: 'BAR', printerName: 'x', templateName: 1 },
    ],
    ['isDefault as text', { printerType: 'BAR', printerName: 'x', isDefault: 'yes' }],
    ['enabled as a number', { printerType: 'BAR', printerName: 'x', enabled: 1 }],
  ])('refuses %s', async (_, body) => {
    const before = await configs()
    const answer = await till.post('/printers/configs', body)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    expect(await configs()).toEqual(before)
  })
})

describe('the default of a type', () => {
  it('is displaced by a new one, created, changed, chosen or set', async () => {
    const created = await add({ isDefault: true, printerName: 'one' })
    expect(await defaultsOf('KITCHEN')).toMatchObject([{ id: created }])

    const chosen = await add({ printerName: 'two' })
    const answer = await till.post(`/printers/configs/${chosen}/default`)
    expect(answer).toMatchObject({ status: 200, body: undefined })
    expect(await defaultsOf('KITCHEN')).toMatchObject([{ id: chosen }])

    await till.put(`/printers/configs/${created}`, { isDefault: true })
    expect(await defaultsOf('KITCHEN')).toMatchObject([{ id: created }])

    await till.post('/printers/set', { printerType: 'KITCHEN', printerName: 'two' })
    expect(await defaultsOf('KITCHEN')).toMatchObject([{ id: chosen }])
  })

  it('is one of each type', async () => {
    const kitchen = await add({ isDefault: true })
    const bar = await add({ isDefault: true, printerType: 'BAR' })
    expect(await defaultsOf('KITCHEN')).toMatchObject([{ id: kitchen }])
    expect(await defaultsOf('BAR')).toMatchObject([{ id: bar }])
  })

  it('can be given up, and only by the one that is it', async () => {
    const id = await add({ isDefault: true })
    await till.put(`/printers/configs/${await add()}`, { isDefault: false })
    expect(await defaultsOf('KITCHEN')).toMatchObject([{ id }])
    await till.put(`/printers/configs/${id}`, { isDefault: false })
    expect(await defaultsOf('KITCHEN')).toEqual([])
  })

  it('goes along when its type changes', async () => {
    await add({ isDefault: true, printerType: 'BAR' })
    const id = await add({ isDefault: true })
    await till.put(`/printers/configs/${id}`, { printerType: 'BAR' })
    expect(await defaultsOf('KITCHEN')).toEqual([])
    expect(await defaultsOf('BAR')).toMatchObject([{ id }])
  })

  it('goes with its configuration', async () => {
    const id = await add({ isDefault: true })
    await till.del(`/printers/configs/${id}`)
    expect(await defaultsOf('KITCHEN')).toEqual([])
  })

  it.each([randomUUID(), 'no-uuid', 'DEFAULT%23KITCHEN'])(
    'cannot be the unknown %s',
    async (id) => {
      const answer = await till.post(`/printers/configs/${id}/default`)
      expect(answer).toMatchObject({ status: 404, body: undefined })
    },
  )
})

describe('POST /printers/set', () => {
  it('creates the configuration, enabled and default, and says so', async () => {
    const answer = await till.post('/printers/set', {
      printerType: 'CUSTOMER',
      printerName: 'Front desk',
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(answer.body).toBe('Printer Front desk set for CUSTOMER')
    expect(await defaultsOf('CUSTOMER')).toMatchObject([
      { printerName: 'Front desk', enabled: true, templateName: null },
    ])
  })

  it('enables one that is there and keeps its template', async () => {
    const fields = { printerType: 'CUSTOMER', printerName: randomUUID() }
    const id = await add({ ...fields, enabled: false, templateName: 'Bill' })
    expect((await till.post('/printers/set', fields)).status).toBe(200)
    expect(await configOf(id)).toMatchObject({
      enabled: true,
      isDefault: true,
      templateName: 'Bill',
    })
  })

  it.each([
    [undefined],
    [{}],
    [{ printerType: 'BAR' }],
    [{ printerType: 'TILL', printerName: 'x' }],
  ])('refuses %j', async (body) => {
    const answer = await till.post('/printers/set', body)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } })
  })
})

describe('PUT /printers/configs/{id}', () => {
  it.each([
    { printerType: 'BAR' },
    { printerName: 'renamed' },
    { templateName: 'none' },
    { isDefault: true },
    { enabled: false },
    {},
  ])('changes only %j', async (patch) => {
    const id = await add({ templateName: 'Bill' })
    const before = await configOf(id)
    const answer = await till.put(`/printers/configs/${id}`, patch)
    expect(answer).toMatchObject({ status: 200, body: undefined })
    expect(answer.headers.get('content-type')).toBeNull()
    expect(await configOf(id)).toEqual({ ...before, ...patch })
  })

  it('clears the template with null', async () => {
    const id = await add({ templateName: 'Bill' })
    await till.put(`/printers/configs/${id}`, { templateName: null })
    expect(await configOf(id)).toMatchObject({ templateName: null })
  })

  it('refuses a type and name that another one has, and changes nothing', async () => {
    const printerName = randomUUID()
    await add({ printerName, printerType: 'BAR' })
    const id = await add({ printerName })
    const before = await configOf(id)
    const answer = await till.put(`/printers/configs/${id}`, {
      printerType: 'BAR',
      isDefault: true,
    })
    expect(answer).toMatchObject(exists)
    expect(await configOf(id)).toEqual(before)
  })

  it('frees the name it had', async () => {
    const printerName = randomUUID()
    const id = await add({ printerName })
    await till.put(`/printers/configs/${id}`, { printerName: randomUUID() })
    await add({ printerName })
  })

  it('knows no unknown id', async () => {
    const answer = await till.put(`/printers/configs/${randomUUID()}`, { enabled: true })
    expect(answer).toMatchObject({ status: 404, body: undefined })
  })

  it.each([
    [undefined],
    [{ printerType: 'TILL' }],
    [{ printerName: '' }],
    [{ enabled: 'yes' }],
    [{ isDefault: null }],
  ])('refuses %j', async (body) => {
    const answer = await till.put(`/printers/configs/${await add()}`, body)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } })
  })
})

describe('DELETE /printers/configs/{id}', () => {
  it('deletes once and frees the name', async () => {
    const printerName = randomUUID()
    const id = await add({ printerName })
    expect(await till.del(`/printers/configs/${id}`)).toMatchObject({ status: 204 })
    expect(await configOf(id)).toBeUndefined()
    const again = await till.del(`/printers/configs/${id}`)
    expect(again).toMatchObject({ status: 404, body: undefined })
    await add({ printerName })
  })

  it('refuses a blank id', async () => {
    const answer = await till.del('/printers/configs/%20')
    expect(answer).toMatchObject({ status: 400, body: 'Missing or malformed ID' })
  })
})
