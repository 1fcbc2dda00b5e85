import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { allRoles } from '../../shared/people/staff/roles.ts'
import { allUsers } from '../../shared/people/staff/users.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { conflict, lostReply, throttle } from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let table: FaultProxy
let shop: Shop
beforeAll(async () => {
  table = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ fresh: true, dynamoDbEndpoint: table.endpoint })
})
afterAll(async () => {
  await shop.close()
  table.close()
})

it('setup succeeds once despite a conflict, a throttle and a lost reply', async () => {
  const operation = 'TransactWriteItems'
  table.inject({ operation, nth: 1, fault: conflict })
  table.inject({ operation, nth: 2, fault: throttle })
  table.inject({ operation, nth: 3, fault: lostReply })
  const { status, body } = await shop.anonymous().post('/initial-setup', {
    businessType: 'store',
    businessName: 'Corner Shop',
    businessCurrency: 'USD',
    userName: 'Ana',
    userPassword: 'wallet-secret',
    userPin: '4321',
  })
  expect(status).toBe(201)
  const transactions = table.calls().filter((call) => call.operation === operation)
  expect(transactions.length).toBeGreaterThanOrEqual(4)
  expect(await allUsers()).toMatchObject([{ id: body.userId }])
  expect(await allRoles()).toMatchObject([{ id: body.roleId }])
})
