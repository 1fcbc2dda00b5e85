import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inShop, mainShop } from '../../../shared/current-shop.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { putInvoice } from '../../../shared/selling/sales/payment-hashes.ts'
import { bearer } from '../../support/on-site-agent.ts'
import {
  openPrintDesk,
  type PrintDesk,
  sent,
  ticketData,
} from '../../support/printing.ts'

let desk: PrintDesk
beforeAll(async () => {
  desk = await openPrintDesk()
})
afterAll(() => desk.shop.close())
beforeEach(async () => {
  await desk.clear()
  await desk.createPrinter({ printerName: 'oven' })
})

/** The example of BOLT11 without an amount; its payment hash. */
const invoice =
  'lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq8rkx3yf5tcsyz3d73gafnh3cax9rn449d9p5uxz9ezhhypd0elx87sjle52x86fux2ypatgddc6k63n7erqz25le42c4u4ecky03ylcqca784w'
const paymentHash = '0001020304050607080900010203040506070809000102030405060708090102'

it('a ticket that a client wrote is audited, and bears no invoice of others', async () => {
  const print = (text: string) =>
    desk.print({ ticketData: { ...ticketData, invoice: text } })
  for (const foreign of [invoice, 'lnbc1thief', 'https://thief.example'])
    expect(await print(foreign)).toMatchObject(sent)
  const store = (made: Parameters<typeof putInvoice>[1]) =>
    inShop(mainShop, () => transact([putInvoice(paymentHash, made)]))
  // Paid by the wallet, and another one of that payment hash
  for (const other of [
    { exchangeRateAtPayment: 1 },
    { madeBy: 'a user', amountSat: 21 },
  ]) {
    await store(other)
    expect(await print(invoice)).toMatchObject(sent)
  }
  await store({ madeBy: 'a user', amountSat: null })
  expect(await print(invoice)).toMatchObject(sent)
  expect(await print(`lightning:${invoice.toUpperCase()}`)).toMatchObject(sent)
  const printed = (await desk.agent.takeJobs()).map(({ ticket }) => ticket.invoice)
  expect(printed).toEqual([
    null,
    null,
    null,
    null,
    null,
    invoice,
    `lightning:${invoice.toUpperCase()}`,
  ])
  const entries = (await desk.admin.get('/audit?kind=print')).body
  expect(entries).toHaveLength(7)
  expect(entries[0]).toMatchObject({
    subjectName: 'oven',
    after: {
      ticketId: 'T-17',
      items: 1,
      total: 5,
      invoice: expect.stringMatching(/^lnbc1pvj/),
    },
  })
})

it('a ticket of an API key says that it is no receipt', async () => {
  const key = { name: 'Web shop', permissions: ['orders_create'] }
  const { secret } = (await desk.admin.post('/api-keys', key)).body
  const ticket = { printerType: 'KITCHEN', ticketData }
  const answer = await desk.shop
    .anonymous()
    .post('/printers/print', ticket, bearer(secret))
  expect(answer).toMatchObject(sent)
  const [job] = await desk.agent.takeJobs()
  expect(job?.elements[0]).toMatchObject({ value: '*** not a receipt of a sale ***' })
})
