import {
  DescribeTableCommand,
  DynamoDBClient,
  type TableDescription,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb'
import type { Attributes } from './item-size.ts'

type Action = {
  TableName?: string | undefined
  Key?: Attributes | undefined
  Item?: Attributes | undefined
}

/** The one action of an item of a transaction. */
export const actionOf = ({
  Put,
  Update,
  Delete,
  ConditionCheck,
}: TransactWriteItem): Action => Put ?? Update ?? Delete ?? ConditionCheck ?? {}

export type TableKeys = ReturnType<typeof tableKeys>

/** The keys of the tables at an endpoint. */
export function tableKeys(endpoint: string) {
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  const tables = new Map<string, Promise<TableDescription>>()
  const describe = (TableName: string) => {
    const description = tables.get(TableName) ?? describeTable(client, TableName)
    tables.set(TableName, description)
    return description
  }
  return {
    client,
    describe,
    /** The key among attributes of a record. */
    keyOf: async (tableName: string, attributes: Attributes) =>
      pick(attributes, namesOf((await describe(tableName)).KeySchema)),
  }
}

async function describeTable(client: DynamoDBClient, TableName: string) {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }))
  if (!Table) throw new Error(`${TableName} does not exist`)
  return Table
}

export const namesOf = (schema: TableDescription['KeySchema'] = []) =>
  schema.map(({ AttributeName = '' }) => AttributeName)

/** In the order of the names. */
export const pick = (item: Attributes, names: readonly string[]): Attributes =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = item[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
