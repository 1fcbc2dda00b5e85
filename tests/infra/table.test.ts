import { expect, test } from 'vitest'
import { tableSchema } from '../../shared/dynamodb/schema.ts'
import { synthesized } from './synthesized.ts'

const tables = synthesized().ofType('AWS::DynamoDB::GlobalTable')
const table = tables[0]?.[1]
const replica = table?.Properties.Replicas[0]

test('there is one table, billed by request', () => {
  expect(tables).toHaveLength(1)
  expect(table?.Properties.BillingMode).toBe('PAY_PER_REQUEST')
})

test('no mistake deletes it: not the stack, not a call, and any second can be restored', () => {
  expect(table?.DeletionPolicy).toBe('Retain')
  expect(replica.DeletionProtectionEnabled).toBe(true)
  expect(replica.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled).toBe(true)
})

test('its keys, its expiry and its indexes are those of the schema', () => {
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
