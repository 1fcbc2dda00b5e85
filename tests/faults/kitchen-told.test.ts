import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { openRestaurant, type Restaurant } from '../support/dishes.ts'
import { eventually } from '../support/eventually.ts'
import { openPrintDesk, type PrintDesk } from '../support/printing.ts'
import { outage } from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let proxy: FaultProxy
let desk: PrintDesk
let restaurant: Restaurant
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  desk = await openPrintDesk({ stream: true, dynamoDbEndpoint: proxy.endpoint })
  restaurant = await openRestaurant(desk.shop)
  await desk.createPrinter({ printerName: 'oven', templateName: null })
})
afterEach(() => proxy.reset())
afterAll(async () => {
  await desk.shop.close()
  proxy.close()
})

it('a kitchen is told of a cancelled dish once the table takes the slip', async () => {
  const dishId = await restaurant.createDish('Soup')
  const orderId = await restaurant.createOrder()
  await restaurant.addDishes(orderId, [{ dishId, priceAtOrder: 4.5 }])
  const fired = await desk.admin.post(`/orders/${orderId}/fire`, {})
  const recordsSlip = (request: Record<string, unknown>) =>
    JSON.stringify(request).includes('PRINT-JOB#')
  proxy.inject({
    operation: 'TransactWriteItems',
    when: recordsSlip,
    times: 2,
    fault: outage,
  })
  await desk.admin.del(`/orders/${orderId}/dishes/${fired.body.sent[0]}`)
  const printed: string[] = []
  await eventually(async () => {
    const jobs = await desk.agent.takeJobs()
    printed.push(...jobs.map((job) => JSON.stringify(job)))
    expect(printed).toHaveLength(2)
  })
  expect(printed[1]).toContain('CANCELLED')
})
