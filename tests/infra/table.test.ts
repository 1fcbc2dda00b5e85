import { expect, test } from 'vitest'
import { earlierIndexes, tableSchema } from '../../shared/platform/dynamodb/schema.ts'
import { synthesized } from './synthesized.ts'

const tables = synthesized().ofType('AWS::DynamoDB::GlobalTable')
const existing = synthesized({ keepEarlierIndexes: 'true' })
const table = tables[0]?.[1]
const replica = table?.Properties.Replicas[0]

test('there is one table, billed on demand', () => {
  expect(tables).toHaveLength(1)
  expect(table?.Properties.BillingMode).toBe('PAY_PER_REQUEST')
})

test('has point-in-time recovery', () => {
  expect(replica.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled).toBe(true)
})

test("its keys, TTL and indexes are the schema's", () => {
  expect(table?.Properties.KeySchema).toEqual([
    { AttributeName: tableSchema.partitionKey, KeyType: 'HASH' },
    { AttributeName: tableSchema.sortKey, KeyType: 'RANGE' },
  ])
  expect(table?.Properties.TimeToLiveSpecification).toEqual({
    AttributeName: tableSchema.timeToLive,
    Enabled: true,
  })
  expect(indexesOf(tables)).toEqual(tableSchema.indexes)
})

test('an existing table keeps the indexes of the release before, with their rights', () => {
  expect(indexesOf(existing.ofType('AWS::DynamoDB::GlobalTable'))).toEqual([
    ...tableSchema.indexes,
    ...earlierIndexes,
  ])
  const mayQuery = (cloud: typeof existing) =>
    JSON.stringify(cloud.permissionsOf('orders')).includes('/index/orders"')
  expect([mayQuery(existing), mayQuery(synthesized())]).toEqual([true, false])
})

function indexesOf([found]: typeof tables) {
  const indexes = (found?.[1].Properties.GlobalSecondaryIndexes ?? []) as {
    IndexName: string
    KeySchema: { AttributeName: string }[]
    Projection: { NonKeyAttributes?: string[] }
  }[]
  return indexes.map(({ IndexName, KeySchema, Projection }) => ({
    name: IndexName,
    pk: KeySchema[0]?.AttributeName,
    sk: KeySchema[1]?.AttributeName,
    projects: Projection.NonKeyAttributes ?? [],
  }))
}
