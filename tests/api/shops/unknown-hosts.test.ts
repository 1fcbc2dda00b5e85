import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { findVisitedShop } from '../../../shared/platform/shops/visited-shop.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let corner: Shop
beforeAll(async () => {
  corner = await openShop({ shop: 'corner' })
})
afterAll(() => corner.close())

it('hosts that nobody has make functions forget no shop', async () => {
  const nowMs = Date.now()
  const find = (host: string) => findVisitedShop(`${host}.localhost`, nowMs)
  await find('corner')
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
  // The table has none of them
  send.mockResolvedValue({} as never)
  const made = Array.from({ length: 2_100 }, (_, at) => find(`made-up-${at}`))
  expect(new Set(await Promise.all(made))).toEqual(new Set([undefined]))
  send.mockClear()
  expect(await find('corner')).toMatchObject({ shop: { id: 'corner' }, state: 'open' })
  expect(await find('made-up-2099')).toBeUndefined()
  expect(send).not.toHaveBeenCalled()
  await find('made-up-0')
  expect(send).toHaveBeenCalledTimes(1)
  send.mockRestore()
})
