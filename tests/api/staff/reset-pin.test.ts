import {
  CloudFormationClient,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation'
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinCloudShop } from '../../../infra/operate/stack.ts'
import { resetPin } from '../../../shared/people/staff/reset-pin.ts'
import { hashed } from '../../../shared/platform/dynamodb/keys.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { put } from '../../../shared/platform/dynamodb/write.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ options: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => shop.close())

const login = (pin: string, address: string) =>
  shop
    .anonymous()
    .post('/auth/login', { name: owner.name, pin }, { 'x-forwarded-for': address })

describe("the last administrator's forgotten PIN", () => {
  it('is replaced; sessions end, failed logins with the name are forgotten', async () => {
    const session = await shop.admin()
    const atTill = (pin: string) => session.post('/auth/login', { name: owner.name, pin })
    for (let n = 0; n < 10; n += 1) await atTill('0000')
    expect((await atTill(owner.pin)).status).toBe(429)
    const nameKey = { pk: `LOGIN-LIMIT#${hashed(`PIN of ${owner.name}`)}`, sk: 'SHARED' }
    await transact([put({ ...nameKey, level: 100, leakedMs: Date.now() })])
    expect((await login(owner.pin, '203.0.113.2')).status).toBe(429)

    expect(await resetPin(owner.name, '9753')).toEqual({ userId: shop.ownerId })

    expect((await session.post('/auth/refresh')).status).toBe(401)
    expect((await atTill('9753')).status).toBe(200)
    expect((await login(owner.pin, '203.0.113.2')).status).toBe(401)
  })

  it.each([
    ['a short PIN', owner.name, '123', 'shortPin'],
    ['a blank PIN', owner.name, ' ', 'nothingProvided'],
    ['an unknown name', 'Nobody', '9753', 'userNotFound'],
  ])('stays as it is for %s', async (_, name, pin, failure) => {
    await expect(resetPin(name, pin)).rejects.toThrow(failure)
  })
})

it('a deployment is found by its stack, and its staff function names the records', async () => {
  const stacks = mockClient(CloudFormationClient)
  const functions = mockClient(LambdaClient)
  const before = { ...process.env }
  try {
    stacks.on(DescribeStacksCommand, { StackName: 'corner' }).resolves({
      Stacks: [
        {
          StackName: 'corner',
          CreationTime: new Date(),
          StackStatus: 'UPDATE_COMPLETE',
          Outputs: [
            { OutputKey: 'StaffFunction', OutputValue: 'corner-users' },
            { OutputKey: 'SecretsPath', OutputValue: '/corner' },
          ],
        },
      ],
    })
    functions
      .on(GetFunctionConfigurationCommand, { FunctionName: 'corner-users' })
      .resolves({ Environment: { Variables: { TABLE_NAME: 'corner-records' } } })
    await joinCloudShop('corner')
    expect(process.env.TABLE_NAME).toBe('corner-records')
  } finally {
    Object.assign(process.env, before)
    stacks.restore()
    functions.restore()
  }
})
