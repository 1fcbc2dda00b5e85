import { randomUUID } from 'node:crypto'
import {
  type AttributeValue,
  BatchWriteItemCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb'
import type fc from 'fast-check'
import { inject } from 'vitest'
import { createTable } from '../../infra/local/table.ts'
import { deleteTable } from './delete-table.ts'

type Stored = Record<string, AttributeValue>

/**
 * The table after each operation of a day, and tables as a restore may make them: with each record
 * as it was a little earlier or later than others.
 */
export function tornTable() {
  const states: Map<string, Stored>[] = []
  return {
    states,

    /** Keeps the table as it is now. */
    keep: async () => {
      const items = new Map<string, Stored>()
      const pages = paginateScan(
        { client: new DynamoDBClient({}) },
        { TableName: process.env.TABLE_NAME ?? '', ConsistentRead: true },
      )
      for await (const { Items = [] } of pages) {
        for (const item of Items) items.set(`${item.pk?.S}\n${item.sk?.S}`, item)
      }
      states.push(items)
    },

    /** Draws for each record one of some states that follow each other. */
    tornAround: (draws: fc.Stream<number>, around: number, width: number) => () => {
      const [draw = 0] = draws.take(1)
      return Math.min(states.length - 1, around + (draw % (width + 1)))
    },

    /**
     * Makes the table one that was restored, with each record as it was after one of the operations.
     * Returns the function that takes the earlier one back.
     */
    restoreTorn: async (
      stateOf: (key: string) => number,
    ): Promise<() => Promise<void>> => {
      const TableName = `torn-${randomUUID()}`
      await createTable(inject('dynamoDbEndpoint'), TableName, { hasStream: false })
      const keys = new Set(states.flatMap((state) => [...state.keys()]))
      const items = [...keys]
        .map((key) => states[stateOf(key)]?.get(key))
        .filter((item) => item !== undefined)
      const client = new DynamoDBClient({})
      for (let at = 0; at < items.length; at += 25) {
        const puts = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }))
        await client.send(
          new BatchWriteItemCommand({ RequestItems: { [TableName]: puts } }),
        )
      }
      const { TABLE_NAME } = process.env
      process.env.TABLE_NAME = TableName
      return async () => {
        process.env.TABLE_NAME = TABLE_NAME
        await deleteTable(TableName)
      }
    },
  }
}
