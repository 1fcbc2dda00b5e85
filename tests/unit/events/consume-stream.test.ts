import type { DynamoDBRecord } from 'aws-lambda'
import { expect, it, vi } from 'vitest'
import { currentShop, inShop, mainShop } from '../../../shared/current-shop.ts'
import type { CommittedChange } from '../../../shared/events/changes/committed-change.ts'
import {
  type Consumer,
  consumeStream,
} from '../../../shared/events/changes/consume-stream.ts'
import { Failure } from '../../../shared/failure.ts'

const followed = { partitions: ['PRODUCT'], sortKeys: ['ORDER'] }

const recordOf = (
  sequence: string,
  pk: string,
  sk: string,
  kind?: string,
): DynamoDBRecord => {
  const Keys = { pk: { S: pk }, sk: { S: sk } }
  const NewImage = { ...Keys, ...(kind && { kind: { S: kind } }), n: { N: '7' } }
  return {
    eventID: `event ${sequence}`,
    dynamodb: {
      Keys,
      NewImage,
      SequenceNumber: sequence,
      ApproximateCreationDateTime: 5,
    },
  }
}

const inShopOf = (shop = 'main', work: (importedUntilMs: number) => Promise<void>) =>
  shop === 'gone'
    ? Promise.resolve()
    : inShop(shop === 'main' ? mainShop : { id: shop }, () =>
        work(shop === 'imported' ? 5_000 : 0),
      )

const records = [
  recordOf('1', 'PRODUCT', 'tea'),
  recordOf('2', '@corner#PRODUCT', 'cake'),
  recordOf('3', '@gone#PRODUCT', 'pie'),
  recordOf('6', '@imported#PRODUCT', 'pie'),
  recordOf('4', 'RETIRED#PRODUCT', 'tea'),
  recordOf('5', '@corner#ORDER#1', 'ORDER', '@corner#ORDERS'),
]

it("gives each shop's followed changes, without its prefix, to every consumer", async () => {
  const taken: [shop: string, changes: readonly CommittedChange[]][] = []
  const consumer: Consumer = {
    name: 'collector',
    consume: async (changes) => void taken.push([currentShop().id, changes]),
  }
  const response = await consumeStream(records, followed, [consumer, consumer], inShopOf)
  expect(response).toEqual({ batchItemFailures: [] })
  const key = { pk: 'PRODUCT', sk: 'tea' }
  const tea = { id: 'event 1', atMs: 5_000, key, after: { ...key, n: 7 } }
  const cake = { pk: 'PRODUCT', sk: 'cake' }
  const order = { pk: 'ORDER#1', sk: 'ORDER' }
  const ofCorner = [
    { id: 'event 2', atMs: 5_000, key: cake, after: { ...cake, n: 7 } },
    { id: 'event 5', atMs: 5_000, key: order, after: { ...order, kind: 'ORDERS', n: 7 } },
  ]
  expect(taken.sort(([one], [other]) => other.localeCompare(one))).toEqual([
    ['main', [tea]],
    ['main', [tea]],
    ['corner', ofCorner],
    ['corner', ofCorner],
  ])
})

it('has a batch repeated from the first change of a shop in which a consumer failed', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const taken: string[] = []
  const consumers: Consumer[] = [
    { name: 'healthy', consume: async () => void taken.push(currentShop().id) },
    {
      name: 'broken',
      consume: async () => {
        if (currentShop().id === 'corner') throw new Failure('storageUnavailable')
      },
    },
  ]
  const response = await consumeStream(records, followed, consumers, inShopOf)
  expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] })
  expect(taken.sort()).toEqual(['corner', 'main'])
  expect(JSON.parse(String(log.mock.lastCall))).toMatchObject({
    level: 'error',
    event: 'changes-not-consumed',
    consumer: 'broken',
    shop: 'corner',
    firstChange: 'event 2',
  })
  log.mockRestore()
})

it('finds a shop once for all consumers, and has its changes repeated where it cannot', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const found: (string | undefined)[] = []
  const taken: string[] = []
  const consumer: Consumer = {
    name: 'collector',
    consume: async () => void taken.push(currentShop().id),
  }
  const response = await consumeStream(
    records,
    followed,
    [consumer, consumer],
    async (shop, work) => {
      found.push(shop)
      if (shop === 'corner') throw new Failure('storageUnavailable')
      await inShopOf(shop, work)
    },
  )
  expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] })
  expect(found).toEqual([undefined, 'corner', 'gone', 'imported'])
  expect(taken).toEqual(['main', 'main'])
  log.mockRestore()
})

it('skips a change that can never be taken, and takes those beside it', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const taken: string[] = []
  const broken: Consumer = {
    name: 'broken',
    consume: async (changes) => {
      if (changes.some(({ id }) => id === 'event 2')) throw new TypeError('no line')
      taken.push(...changes.map(({ id }) => id))
    },
  }
  const response = await consumeStream(records, followed, [broken], inShopOf)
  expect(response).toEqual({ batchItemFailures: [] })
  expect(taken.sort()).toEqual(['event 1', 'event 5'])
  expect(JSON.parse(String(log.mock.lastCall))).toMatchObject({
    level: 'error',
    event: 'change-skipped',
    shop: 'corner',
    firstChange: 'event 2',
    error: { message: 'no line' },
  })
  log.mockRestore()
})
