import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inShop, mainShop } from '../../../shared/current-shop.ts'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { update } from '../../../shared/platform/dynamodb/write.ts'
import { ticketKey } from '../../../shared/selling/sales/tickets.ts'
import type { Answer, Client } from '../../support/client.ts'
import {
  openPrintDesk,
  type PrintDesk,
  sent,
  ticketData,
} from '../../support/printing.ts'
import { openTill, type Till } from '../../support/till.ts'

let desk: PrintDesk
let cashier: Client
let manager: Client
let till: Till
beforeAll(async () => {
  desk = await openPrintDesk()
  cashier = await desk.shop.userWith('spaces_read')
  manager = await desk.shop.userWith('printer_update')
  till = await openTill(desk.shop)
})
afterAll(() => desk.shop.close())

const refused = { status: 403, body: { message: 'Permission required' } }

/** The entries that some work adds to the audit trail. */
async function entriesOf(work: () => Promise<unknown>): Promise<Answer['body'][]> {
  const before = (await desk.admin.get('/audit')).body.length
  await work()
  return (await desk.admin.get('/audit')).body.slice(before)
}

const qrCode = (value: string) => ({ type: 'QRCODE', value })

it('templates can only be changed with printer_update', async () => {
  const name = randomUUID()
  const own = { name, elements: [qrCode('')] }
  const { body } = await manager.post('/templates', own)
  const stolen = { name, elements: [qrCode('lnbc1thief')] }
  const path = `/templates/${body.id}`
  const entries = await entriesOf(async () => {
    expect(await cashier.put(path, stolen)).toMatchObject(refused)
    expect(await cashier.del(path)).toMatchObject(refused)
    expect(await cashier.post('/templates', { ...stolen, name: 'Own' })).toMatchObject(
      refused,
    )
  })
  expect(entries).toEqual([])
  expect((await cashier.get(path)).body.elements).toMatchObject(own.elements)
})

it('templates are audited, with what they print', async () => {
  const name = randomUUID()
  let id = ''
  const entries = await entriesOf(async () => {
    id = (await manager.post('/templates', { name, elements: [qrCode('a')] })).body.id
    await manager.put(`/templates/${id}`, { name, elements: [qrCode('b')] })
    await manager.del(`/templates/${id}`)
  })
  const first = { name, elements: ['QRCODE a'] }
  const second = { name, elements: ['QRCODE b'] }
  const entry = { kind: 'template', userId: desk.shop.ownerId, subjectId: id }
  expect(entries).toMatchObject([
    { ...entry, subjectName: name, before: null, after: first },
    { ...entry, subjectName: name, before: first, after: second },
    { ...entry, subjectName: name, before: second, after: null },
  ])
})

it('an entry of a large template can be stored', async () => {
  const elements = Array.from({ length: 150 }, () => qrCode('é'.repeat(1_000)))
  const name = randomUUID()
  const [entry] = await entriesOf(() => manager.post('/templates', { name, elements }))
  expect(entry.after.elements).toHaveLength(100)
  expect(entry.after.elements[0]).toMatch(/^QRCODE é+…$/)
})

const allWrites = (id: string): [method: string, path: string, body?: object][] => [
  ['PUT', `/printers/configs/${id}`, { openDrawer: 'always' }],
  ['POST', '/printers/configs', { printerType: 'BAR', printerName: randomUUID() }],
  ['POST', '/printers/set', { printerType: 'BAR', printerName: randomUUID() }],
  ['POST', `/printers/configs/${id}/default`],
  ['DELETE', `/printers/configs/${id}`],
]

it('configurations are written by anybody, and every write is audited', async () => {
  const { body } = await manager.post('/printers/configs', {
    printerType: 'CUSTOMER',
    printerName: 'oven',
    isDefault: false,
  })
  const entries = await entriesOf(async () => {
    for (const [method, path, fields] of allWrites(body.id)) {
      const { status } = await cashier.send(method, path, fields)
      expect(status).toBeLessThan(300)
    }
  })
  const entry = { kind: 'printer', userId: desk.shop.ownerId }
  expect(entries).toMatchObject([
    {
      ...entry,
      subjectName: 'oven',
      before: { openDrawer: 'never' },
      after: { openDrawer: 'always' },
    },
    { ...entry, before: null, after: { printerType: 'BAR', isDefault: false } },
    { ...entry, before: null, after: { printerType: 'BAR', isDefault: true } },
    {
      ...entry,
      subjectName: 'oven',
      before: { isDefault: false },
      after: { isDefault: true },
    },
    { ...entry, subjectName: 'oven', before: { openDrawer: 'always' }, after: null },
  ])
})

it('a request that does not change a configuration adds no entry', async () => {
  const set = { printerType: 'BAR', printerName: randomUUID() }
  await cashier.post('/printers/set', set)
  expect(await entriesOf(() => cashier.post('/printers/set', set))).toEqual([])
})

it('with restrictPrinters configurations need printer_update, and printing does not', async () => {
  const printerId = await desk.createPrinter({ printerName: 'taproom' })
  const { body: config } = await desk.admin.get('/config')
  await desk.admin.put('/config', { ...config, restrictPrinters: true })
  try {
    const before = (await cashier.get('/printers/configs')).body
    for (const [method, path, fields] of allWrites(printerId)) {
      expect(await cashier.send(method, path, fields)).toMatchObject(refused)
      expect(await cashier.send(method, path, { printerType: 5 })).toMatchObject(refused)
    }
    expect((await cashier.get('/printers/configs')).body).toEqual(before)
    const print = { printerType: 'KITCHEN', printerId, ticketData }
    expect(await cashier.post('/printers/print', print)).toMatchObject(sent)
    const change = await manager.put(`/printers/configs/${printerId}`, { enabled: true })
    expect(change.status).toBe(200)
  } finally {
    await desk.admin.put('/config', { ...config, restrictPrinters: false })
  }
})

it('a drawer that opens without a sale is in the audit trail', async () => {
  const printers = [{ name: 'front', kind: 'network' }]
  await desk.agent.post('/agents/report', { printers, version: '1.0.0', elementTypes })
  const printerId = await desk.createPrinter({
    printerType: 'CUSTOMER',
    printerName: 'front',
    openDrawer: 'always',
  })
  const seller = await desk.shop.userWith('orders_read')
  const coffee = await till.createProduct(10)
  const sell = async () => (await till.checkout(till.cart(coffee))).body
  const pulses = async (work: () => Promise<unknown>) =>
    (await entriesOf(work)).filter(({ kind }) => kind !== 'print')
  const print = (fields: object) => () =>
    seller.post('/printers/print', { printerType: 'CUSTOMER', printerId, ...fields })
  const ticketOf = (ticketId: string) => ({ ticketData: { ...ticketData, ticketId } })
  const pulse = (ticketId: string) => [
    {
      kind: 'drawer',
      userId: desk.shop.ownerId,
      subjectName: 'front',
      after: { templateName: 'Order', ticketId },
    },
  ]

  const noSale = randomUUID()
  expect(await pulses(print(ticketOf(noSale)))).toMatchObject(pulse(noSale))

  const { ticketId } = await sell()
  expect(await pulses(print(ticketOf(ticketId)))).toEqual([])
  expect(await pulses(print(ticketOf(ticketId)))).toMatchObject(pulse(ticketId))

  const { orderId } = await sell()
  expect(await pulses(print({ orderId }))).toEqual([])
  // A copy leaves the drawer shut
  expect(await pulses(print({ orderId }))).toEqual([])

  const drawer = [{ kind: 'drawer', subjectName: 'front' }]
  const twice = await sell()
  expect(await pulses(print(ticketOf(twice.ticketId)))).toEqual([])
  expect(await pulses(print({ orderId: twice.orderId }))).toMatchObject(drawer)

  const old = await sell()
  const ticketDate = new Date(Date.now() - 16 * 60_000).toISOString()
  await inShop(mainShop, () =>
    transact([update(ticketKey(old.ticketId), { set: { ticketDate } })]),
  )
  expect(await pulses(print({ orderId: old.orderId }))).toMatchObject(drawer)
})
