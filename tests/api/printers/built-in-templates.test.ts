import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openPrintDesk, type PrintDesk } from '../../support/printing.ts'
import { openTill } from '../../support/till.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

let desk: PrintDesk
beforeAll(async () => {
  desk = await openPrintDesk()
})
afterAll(() => desk.shop.close())

async function sell(): Promise<string> {
  const till = await openTill(desk.shop)
  const { body } = await till.checkout(till.cart(await till.createProduct(1)))
  return body.orderId
}

it('GET /templates/built-in shows them and GET /templates does not', async () => {
  const { body } = await desk.till.get('/templates/built-in')
  const names = ['Receipt', 'Kitchen', 'Z report', 'Refund', 'Bill']
  expect(body.map(({ name }: { name: string }) => name)).toEqual(names)
  const stored = (await desk.till.get('/templates')).body
  expect(stored.map(({ name }: { name: string }) => name)).not.toContain('Receipt')
})

it('POST /templates/preview draws sample data, a ticket or an order', async () => {
  const [receipt] = (await desk.till.get('/templates/built-in')).body
  const { elements } = receipt
  const orderId = await sell()
  const preview = (fields: object, client: Client = desk.admin) =>
    client.post('/templates/preview', { elements, ...fields })
  const sample = await preview({}, desk.till)
  expect(sample).toMatchObject({ status: 200 })
  expect(sample.headers.get('content-type')).toBe('image/png')
  expect(await preview({ orderId })).toMatchObject({ status: 200 })
  expect(await preview({ orderId }, desk.till)).toMatchObject({ status: 403 })
  expect(await preview({ orderId: unknownId })).toMatchObject({ status: 404 })
  expect(await preview({ columns: 32 })).toMatchObject({ status: 200 })
  for (const wrong of [{ elements: [{ type: 'IMAGE' }] }, { columns: 40 }]) {
    expect(await preview(wrong)).toMatchObject({ status: 400 })
  }
  const lines = Array(501).fill({ type: 'TEXT', value: 'x' })
  expect(await preview({ elements: lines })).toMatchObject({ status: 400 })
})

it('POST /templates/preview draws the same picture again under its Idempotency-Key', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const preview = async () => {
    const { status, body, headers } = await desk.till.post(
      '/templates/preview',
      { elements: [{ type: 'TEXT', value: 'Ana' }] },
      key,
    )
    return [status, headers.get('content-type'), body]
  }
  const first = await preview()
  expect(first.slice(0, 2)).toEqual([200, 'image/png'])
  expect(await preview()).toEqual(first)
})
