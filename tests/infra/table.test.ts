import { expect, test } from 'vitest'
import { tableSchema } from '../../shared/dynamodb/schema.ts'
import { synthesized } from './synthesized.ts'

const tables = synthesized().ofType('AWS::DynamoDB::GlobalTable')
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
  const indexes = (table?.Properties.GlobalSecondaryIndexes ?? []) as {
    IndexName: string
    KeySchema: { AttributeName: string }[]
    Projection: { NonKeyAttributes?: string[] }
  }[]
  expect(
    indexes.map(({ IndexName, KeySchema, Projection }) => ({
      name: IndexName,
      pk: KeySchema[0]?.AttributeName,
      sk: KeySchema[1]?.AttributeName,
      projects: Projection.NonKeyAttributes ?? [],
    })),
  ).toEqual(tableSchema.indexes.map((index) => ({ ...index })))
})
