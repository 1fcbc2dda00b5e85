import { afterAll, beforeAll, expect, it } from 'vitest'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import { PrintJob } from '../../../shared/paper/queue/print-job.ts'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { openPrintDesk, type PrintDesk } from '../../support/printing.ts'

let desk: PrintDesk
let restaurant: Restaurant
beforeAll(async () => {
  desk = await openPrintDesk()
  restaurant = await openRestaurant(desk.shop)
  await desk.clear()
  await report(elementTypes)
  await setCurrency('EUR')
  await configure({ receiptLanguage: 'es', timezone: 'Europe/Madrid', tipsEnabled: true })
  await desk.createPrinter({
    printerType: 'CUSTOMER',
    printerName: 'front',
    templateName: null,
  })
  await desk.createPrinter({ printerName: 'oven', templateName: null })
})
afterAll(() => desk.shop.close())

const report = (types: readonly string[]) =>
  desk.agent.post('/agents/report', {
    printers: ['front', 'oven', 'taproom'].map((name) => ({ name, kind: 'network' })),
    version: '1.0.0',
    elementTypes: types,
  })

const configure = async (fields: object) => {
  const changed = await desk.admin.put('/config', { businessName: 'Ñandú', ...fields })
  expect(changed).toMatchObject({ status: 200 })
}

const setCurrency = async (acronym: string) => {
  const changed = await desk.admin.put('/base-currency', { acronym })
  expect(changed).toMatchObject({ status: 200 })
}

const printed = async () =>
  (await desk.agent.takeJobs()).map((job) =>
    layout(PrintJob.parse(job))
      .map((line) => (line.kind === 'text' ? line.text.replace(/ +/g, ' ').trim() : ''))
      .join('\n'),
  )

const openBill = async (dishIds: readonly string[], tableId: string | null = null) => {
  const orderId = await restaurant.createOrder({ tableId })
  const dishes = dishIds.map((dishId) => ({ dishId, priceAtOrder: 6.2 }))
  await restaurant.addDishes(orderId, dishes)
  return orderId
}

const print = (fields: object) =>
  desk.admin.post('/printers/print', { printerType: 'CUSTOMER', ...fields })

it('a Mexican shop writes amounts and names its tax number as Mexico does', async () => {
  const soup = await restaurant.createDish('Sopa', undefined, { price: 6.2 })
  await configure({ businessTaxId: 'XAXX010101000' })
  for (const [currency, label, amount] of [
    ['MXN', 'RFC', '6.20'],
    ['EUR', 'NIF', '6,20'],
  ] as const) {
    await setCurrency(currency)
    await print({ orderId: await openBill([soup]) })
    const [bill = ''] = await printed()
    expect(bill).toContain(`${label} XAXX010101000`)
    expect(bill).toContain(`1x Sopa ${amount}`)
  }
})

it('a bill says in the language of the shop that it is not paid, and its receipt how it was', async () => {
  const soup = await restaurant.createDish('Sopa', undefined, { price: 6.2 })
  const orderId = await openBill([soup, soup])
  await configure({ receiptFooter: 'Vuelva pronto\n  el equipo' })
  await print({ orderId })
  const [bill = ''] = await printed()
  expect(bill).toMatch(
    /CUENTA\nPedido [0-9A-F]{4}\nSin pagar\n\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/,
  )
  expect(bill).toContain('2x Sopa 12,40\n- 2 x 6,20')
  expect(bill).toContain('10% 1,24')
  expect(bill).toContain('Vuelva pronto\nel equipo')
  await desk.admin.post(`/orders/${orderId}/settle`, {
    userId: desk.shop.ownerId,
    tenders: [
      {
        paymentMethodId: '32332081-7a2b-4e67-a198-fddf2451f426',
        amountCents: 1_240,
        givenCents: 2_000,
      },
    ],
  })
  await configure({ receiptFooter: null, paperZone: true })
  await print({ orderId })
  const [receipt = ''] = await printed()
  expect(receipt).toContain('Recibo 1')
  expect(receipt).toMatch(/:\d\d \(UTC\+[12]\)\nAbierta \d\d\//)
  expect(receipt).toContain('Efectivo 12,40\nEntregado 20,00\nCambio 7,60')
  expect(receipt).toContain('¡Gracias por su visita!')
  await print({ orderId })
  expect((await printed())[0]).toMatch(/^\*\*\* COPIA \*\*\*/)
})

it('the words of a stored template stay, and row types have those of the language', async () => {
  const stored = [
    { type: 'TEXT', value: 'Thank you' },
    { type: 'TABLE_ROW' },
    { type: 'TOTAL_ROW' },
  ]
  await desk.admin.post('/templates', { name: 'Own', elements: stored })
  const soup = await restaurant.createDish('Sopa', undefined, { price: 6.2 })
  const orderId = await openBill([soup])
  for (const types of [
    elementTypes,
    ['TEXT', 'TABLE_ROW', 'TOTAL_ROW', 'SUMMARY_ROWS'],
  ]) {
    await report(types)
    await print({ orderId, templateName: 'Own' })
    expect((await printed())[0]).toMatch(/Thank you\n1x Sopa 6,20\n-+\nTOTAL 6,20/)
  }
  await report(elementTypes)
})

it('a kitchen reads courses, what it shares with other stations, and fires by course', async () => {
  const bar = await restaurant.createCategory()
  const course = (name: string) => ({ price: 6.2, course: name })
  const soup = await restaurant.createDish('Sopa', undefined, course('Primeros'))
  const steak = await restaurant.createDish('Chuletón', undefined, course('Segundos'))
  const wine = await restaurant.createDish('Vino', bar, { price: 6.2 })
  expect((await desk.admin.get(`/dishes/${soup}`)).body).toMatchObject(course('Primeros'))
  await desk.createPrinter({
    printerType: 'BAR',
    printerName: 'taproom',
    templateName: null,
    categoryIds: [bar],
  })
  const orderId = await openBill([soup, steak, wine])
  const fire = (body: object) => desk.admin.post(`/orders/${orderId}/fire`, body)
  expect((await fire({ course: 'Primeros' })).body.sent).toHaveLength(1)
  expect((await printed())[0]).toContain('- Primeros -\n1x Sopa')
  expect(await fire({ course: 'Primeros' })).toMatchObject({ status: 400 })
  expect(await fire({ course: 'x'.repeat(41) })).toMatchObject({ status: 400 })
  expect((await fire({})).body.sent).toHaveLength(2)
  const tickets = (await printed()).join('\n')
  expect(tickets).toMatch(/1 de 2.*2 de 2/s)
  expect(tickets).toContain('- Segundos -\n1x Chuletón')
})
