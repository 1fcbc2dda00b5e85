import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let till: Client
beforeAll(async () => {
  shop = await openShop({ agent: true })
  till = await shop.userWith()
})
afterAll(() => shop.close())

/** Waits until this many pictures were printed. */
const pictures = (count: number): Promise<string[]> =>
  eventually(async () => {
    const printed = await shop.printed()
    expect(printed.length).toBeGreaterThanOrEqual(count)
    return printed.toSorted()
  })

it('prints a ticket of a till through the agent, from its first heartbeat to the picture', async () => {
  const available = await shop.printers(till)
  expect(available).toEqual(expect.arrayContaining(['customer', 'kitchen']))

  const admin = await shop.admin()
  await admin.post('/templates', {
    name: 'Bill',
    elements: [
      { type: 'HEADER', value: '{{config.businessName}}' },
      { type: 'TABLE_ROW' },
      { type: 'TOTAL_ROW' },
    ],
  })
  await till.post('/printers/configs', {
    printerType: 'CUSTOMER',
    printerName: 'customer',
    templateName: 'Bill',
  })
  const ticketData = {
    ticketId: 'T-1',
    tableName: '1',
    roomName: 'Hall',
    date: '2026-11-21',
    items: [{ quantity: 2, name: 'Coffee', price: 2.5 }],
    total: 5,
  }
  const request = { printerType: 'CUSTOMER', templateName: null, broadcast: false }
  expect(await till.post('/printers/print', { ...request, ticketData })).toMatchObject({
    status: 200,
    body: 'Print job sent',
  })
  expect(await pictures(1)).toEqual([expect.stringMatching(/^T-1-[0-9a-f]{8}\.png$/)])

  await till.post('/printers/print', {
    ...request,
    ticketData: { ...ticketData, ticketId: 'T-2' },
  })
  expect(await pictures(2)).toEqual([
    expect.stringMatching(/^T-1-/),
    expect.stringMatching(/^T-2-/),
  ])
})
