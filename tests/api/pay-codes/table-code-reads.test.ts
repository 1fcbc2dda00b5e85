import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../../faults/proxy.ts'
import { openBills } from '../../support/bills.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let table: FaultProxy
let shop: Shop
beforeAll(async () => {
  table = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: table.endpoint })
})
afterAll(async () => {
  await shop.close()
  table.close()
})

it("the code of a table reads that table's orders, however many are open elsewhere", async () => {
  const admin = await shop.admin()
  const bills = await openBills(shop)
  const tableId = await bills.createTable()
  const code = { kind: 'table', name: 'window', tableId }
  const { id } = (await admin.post('/pay-codes', code)).body
  for (let others = 0; others < 20; others += 1) await bills.createBill([100])
  table.reset()
  const { body } = await shop.anonymous().get(`/lnurl/pay/${id}`)
  expect(body.reason).toMatch(/no open bill/)
  const queries = table.calls().filter(({ operation }) => operation === 'Query')
  const partitions = queries.flatMap(({ request }) =>
    Object.values(request.ExpressionAttributeValues as object),
  )
  expect(partitions).not.toContainEqual({ S: expect.stringMatching(/open/) })
  expect(partitions.length).toBeGreaterThan(0)
})
