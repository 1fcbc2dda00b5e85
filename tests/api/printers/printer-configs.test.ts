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

const { createPrinter, configOf, configs } = printerConfigs(() => till)

const exists = { status: 409, body: { error: 'Printer configuration already exists' } }

describe('POST /printers/configs', () => {
  it('creates a configuration with the defaults', async () => {
    const id = await createPrinter({ printerName: 'Epson TM' })
    expect(await configOf(id)).toEqual({
      id,
      printerType: 'KITCHEN',
      printerName: 'Epson TM',
      templateName: null,
      isDefault: false,
      enabled: true,
      categoryIds: [],
      columns: 48,
      language: 'escpos',
      codePage: 'cp850',
      dots: null,
      feed: 5,
      cut: 'full',
      openDrawer: 'never',
      buzzer: false,
      copies: 1,
      goodbyeSeconds: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
  })

  it('stores the given fields', async () => {
    const fields = { templateName: 'Bill', isDefault: true, enabled: false }
    expect(await configOf(await createPrinter(fields))).toMatchObject(fields)
  })

  it('stores how the printer prints, and changes it field by field', async () => {
    const fields = {
      columns: 32,
      language: 'starprnt',
      codePage: 'citizen-cp852',
      dots: 420,
      feed: 0,
      cut: 'partial',
      openDrawer: 'cash',
      buzzer: true,
      copies: 2,
      goodbyeSeconds: 0.5,
    }
    const id = await createPrinter(fields)
    expect(await configOf(id)).toMatchObject(fields)
    await till.put(`/printers/configs/${id}`, { columns: 42, goodbyeSeconds: null })
    const changed = { ...fields, columns: 42, goodbyeSeconds: null }
    expect(await configOf(id)).toMatchObject(changed)
    for (const wrong of [
      { columns: 40 },
      { columns: '32' },
      { codePage: 'cp932' },
      { codePage: 'citizen-cp850' },
      { dots: 400 },
      { feed: 21 },
      { language: 'zpl' },
      { cut: true },
      { openDrawer: 'sometimes' },
      { buzzer: 1 },
      { copies: 0 },
      { copies: 6 },
      { goodbyeSeconds: 61 },
      { goodbyeSeconds: 1e-200 },
    ]) {
      const body = { printerType: 'BAR', printerName: randomUUID(), ...wrong }
      expect((await till.post('/printers/configs', body)).status).toBe(400)
      expect((await till.put(`/printers/configs/${id}`, wrong)).status).toBe(400)
    }
    expect(await configOf(id)).toMatchObject(changed)
  })

  it('names categories of dishes, each once, and keeps one that is deleted later', async () => {
    const admin = await shop.admin()
    const category = async (type: string) =>
      (await admin.post('/categories', { name: randomUUID(), type })).body.id
    const [soups, drinks] = [await category('dish'), await category('dish')]
    const id = await createPrinter({ categoryIds: [soups, drinks, soups] })
    const path = `/printers/configs/${id}`
    expect(await configOf(id)).toMatchObject({ categoryIds: [soups, drinks] })
    for (const wrong of [randomUUID(), await category('product'), 'soups']) {
      const fields = { printerType: 'BAR', printerName: randomUUID() }
      const body = { ...fields, categoryIds: [soups, wrong] }
      expect((await till.post('/printers/configs', body)).status).toBe(400)
      expect((await till.put(path, { categoryIds: [wrong] })).status).toBe(400)
    }
    await admin.del(`/categories/${drinks}?type=dish`)
    expect((await till.put(path, { ...(await configOf(id)) })).status).toBe(200)
    expect(await configOf(id)).toMatchObject({ categoryIds: [soups, drinks] })
    await till.put(path, { categoryIds: [] })
    expect(await configOf(id)).toMatchObject({ categoryIds: [] })
  })

  it('returns 409 when type and name exist', async () => {
    const printerName = randomUUID()
    await createPrinter({ printerName })
    const again = { printerType: 'KITCHEN', printerName }
    expect(await till.post('/printers/configs', again)).toMatchObject(exists)
    await createPrinter({ printerName, printerType: 'BAR' })
  })

  it.each([
    ['no body', undefined],
    ['malformed JSON', '{'],
    ['an array', []],
    ['no type', { printerName: 'x' }],
    ['an unknown type', { printerType: 'kitchen', printerName: 'x' }],
    ['a blank name', { printerType: 'BAR', printerName: ' ' }],
    ['a name that is not text', { printerType: 'BAR', printerName: 7 }],
    ['a name too long', { printerType: 'BAR', printerName: 'x'.repeat(500_000) }],
    [
      'a template that is not text',
      { printerType: 'BAR', printerName: 'x', templateName: 1 },
    ],
    ['isDefault as text', { printerType: 'BAR', printerName: 'x', isDefault: 'yes' }],
    ['no list of categories', { printerType: 'BAR', printerName: 'x', categoryIds: 'y' }],
    [
      '51 categories',
      { printerType: 'BAR', printerName: 'x', categoryIds: Array(51).fill('y') },
    ],
    ['enabled as a number', { printerType: 'BAR', printerName: 'x', enabled: 1 }],
  ])('returns 400 for %s', async (_, body) => {
    const before = await configs()
    const answer = await till.post('/printers/configs', body)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    expect(await configs()).toEqual(before)
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
    const id = await createPrinter({ templateName: 'Bill' })
    const before = await configOf(id)
    const answer = await till.put(`/printers/configs/${id}`, patch)
    expect(answer).toMatchObject({ status: 200, body: undefined })
    expect(answer.headers.get('content-type')).toBeNull()
    expect(await configOf(id)).toEqual({ ...before, ...patch })
  })

  it('clears the template with null', async () => {
    const id = await createPrinter({ templateName: 'Bill' })
    await till.put(`/printers/configs/${id}`, { templateName: null })
    expect(await configOf(id)).toMatchObject({ templateName: null })
  })

  it('returns 409 when another one has the type and name, and changes nothing', async () => {
    const printerName = randomUUID()
    await createPrinter({ printerName, printerType: 'BAR' })
    const id = await createPrinter({ printerName })
    const before = await configOf(id)
    const answer = await till.put(`/printers/configs/${id}`, {
      printerType: 'BAR',
      isDefault: true,
    })
    expect(answer).toMatchObject(exists)
    expect(await configOf(id)).toEqual(before)
  })

  it('frees the old name', async () => {
    const printerName = randomUUID()
    const id = await createPrinter({ printerName })
    await till.put(`/printers/configs/${id}`, { printerName: randomUUID() })
    await createPrinter({ printerName })
  })

  it('returns 404 for an unknown id', async () => {
    const answer = await till.put(`/printers/configs/${randomUUID()}`, { enabled: true })
    expect(answer).toMatchObject({ status: 404, body: undefined })
  })

  it.each([
    [undefined],
    [{ printerType: 'TILL' }],
    [{ printerName: '' }],
    [{ enabled: 'yes' }],
    [{ isDefault: null }],
  ])('returns 400 for %j', async (body) => {
    const answer = await till.put(`/printers/configs/${await createPrinter()}`, body)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } })
  })
})

describe('DELETE /printers/configs/{id}', () => {
  it('deletes the configuration, frees its name, then returns 404', async () => {
    const printerName = randomUUID()
    const id = await createPrinter({ printerName })
    expect(await till.del(`/printers/configs/${id}`)).toMatchObject({ status: 204 })
    expect(await configOf(id)).toBeUndefined()
    const again = await till.del(`/printers/configs/${id}`)
    expect(again).toMatchObject({ status: 404, body: undefined })
    await createPrinter({ printerName })
  })

  it('returns 400 for a blank id', async () => {
    const answer = await till.del('/printers/configs/%20')
    expect(answer).toMatchObject({ status: 400, body: 'Missing or malformed ID' })
  })
})
