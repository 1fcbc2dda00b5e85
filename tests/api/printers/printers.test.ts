import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { printerConfigs } from '../../support/printer-configs.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let till: Client
beforeAll(async () => {
  shop = await openShop()
  till = await shop.userWith()
})
afterAll(() => shop.close())

const { createPrinter, configOf, defaultsOf } = printerConfigs(() => till)

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
  ])('%s %s returns 401 without a token', async (method, path) => {
    expect(await shop.anonymous().send(method, path)).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized API access' },
    })
  })
})

describe('a shop without printers', () => {
  it.each(['/printers/available', '/printers/configs'])(
    '%s returns an empty list',
    async (path) => {
      expect(await till.get(path)).toMatchObject({ status: 200, body: [] })
    },
  )
})

describe('the default of a type', () => {
  it('is replaced by a new one, from each of four endpoints', async () => {
    const created = await createPrinter({ isDefault: true, printerName: 'one' })
    expect(await defaultsOf('KITCHEN')).toMatchObject([{ id: created }])

    const chosen = await createPrinter({ printerName: 'two' })
    const answer = await till.post(`/printers/configs/${chosen}/default`)
    expect(answer).toMatchObject({ status: 200, body: undefined })
    expect(await defaultsOf('KITCHEN')).toMatchObject([{ id: chosen }])

    await till.put(`/printers/configs/${created}`, { isDefault: true })
    expect(await defaultsOf('KITCHEN')).toMatchObject([{ id: created }])

    await till.post('/printers/set', { printerType: 'KITCHEN', printerName: 'two' })
    expect(await defaultsOf('KITCHEN')).toMatchObject([{ id: chosen }])
  })

  it('is kept per type', async () => {
    const kitchen = await createPrinter({ isDefault: true })
    const bar = await createPrinter({ isDefault: true, printerType: 'BAR' })
    expect(await defaultsOf('KITCHEN')).toMatchObject([{ id: kitchen }])
    expect(await defaultsOf('BAR')).toMatchObject([{ id: bar }])
  })

  it('is removed by isDefault: false of the default itself, not of another', async () => {
    const id = await createPrinter({ isDefault: true })
    await till.put(`/printers/configs/${await createPrinter()}`, { isDefault: false })
    expect(await defaultsOf('KITCHEN')).toMatchObject([{ id }])
    await till.put(`/printers/configs/${id}`, { isDefault: false })
    expect(await defaultsOf('KITCHEN')).toEqual([])
  })

  it('becomes the default of its new type when its type changes', async () => {
    await createPrinter({ isDefault: true, printerType: 'BAR' })
    const id = await createPrinter({ isDefault: true })
    await till.put(`/printers/configs/${id}`, { printerType: 'BAR' })
    expect(await defaultsOf('KITCHEN')).toEqual([])
    expect(await defaultsOf('BAR')).toMatchObject([{ id }])
  })

  it('is removed when its configuration is deleted', async () => {
    const id = await createPrinter({ isDefault: true })
    await till.del(`/printers/configs/${id}`)
    expect(await defaultsOf('KITCHEN')).toEqual([])
  })

  it.each([randomUUID(), 'no-uuid', 'DEFAULT%23KITCHEN'])(
    'returns 404 for the unknown id %s',
    async (id) => {
      const answer = await till.post(`/printers/configs/${id}/default`)
      expect(answer).toMatchObject({ status: 404, body: undefined })
    },
  )
})

describe('POST /printers/set', () => {
  it('creates an enabled default and confirms it as plain text', async () => {
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

  it('enables an existing configuration and keeps its template', async () => {
    const fields = { printerType: 'CUSTOMER', printerName: randomUUID() }
    const id = await createPrinter({ ...fields, enabled: false, templateName: 'Bill' })
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
  ])('returns 400 for %j', async (body) => {
    const answer = await till.post('/printers/set', body)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } })
  })
})
