import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterEach, expect, test, vi } from 'vitest'
import { mainShop } from '../../../shared/current-shop.ts'
import {
  forgetConnection,
  shopOfConnection,
} from '../../../shared/platform/shops/connections.ts'

const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
afterEach(() => vi.unstubAllEnvs())

test("a connection's shop is read once, until the connection has ended", async () => {
  vi.stubEnv('TABLE_NAME', 'table')
  vi.stubEnv('SHOP_DOMAIN', 'pos.example')
  const corner = { id: 'corner' }
  send.mockResolvedValue({
    Item: { pk: 'CONNECTION#a', sk: 'SHOP', shop: corner },
  } as never)
  for (const _frame of [1, 2, 3]) expect(await shopOfConnection('a')).toEqual(corner)
  expect(send).toHaveBeenCalledTimes(1)

  send.mockResolvedValue({} as never)
  await forgetConnection('a', corner)
  expect(await shopOfConnection('a')).toBe(mainShop)
  expect(await shopOfConnection('a')).toBe(mainShop)
  expect(send).toHaveBeenCalledTimes(4)
})
