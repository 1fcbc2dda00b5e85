import { globSync } from 'node:fs'
import { join } from 'node:path'
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { MemoryTable } from '../simulation/table/table.ts'
import { modules, moduleVariable } from './modules.ts'

/*
 * A setup file of Vitest. The clients of a process reach tables in its memory, because the
 * tests of a mutant must take milliseconds. Queues and buckets can be made, and do nothing.
 */

type Command = { readonly input: object; readonly constructor: { readonly name: string } }

const tables = new Map<string, MemoryTable>()

function tableOf(name: string | undefined): MemoryTable {
  const table = tables.get(name ?? '')
  if (!table) throw new ResourceNotFoundException({ message: `${name}`, $metadata: {} })
  return table
}

function executeOnItems(command: Command): object {
  if (command instanceof GetCommand) {
    return tableOf(command.input.TableName).get(command.input)
  }
  if (command instanceof QueryCommand) {
    return tableOf(command.input.TableName).query(command.input)
  }
  if (command instanceof ScanCommand) {
    return { Items: structuredClone(tableOf(command.input.TableName).items()) }
  }
  if (command instanceof BatchGetCommand) {
    const [name] = Object.keys(command.input.RequestItems ?? {})
    return tableOf(name).batchGet(command.input)
  }
  if (command instanceof PutCommand) {
    const table = tableOf(command.input.TableName)
    table.put(command.input)
    table.follow()
    return {}
  }
  if (command instanceof TransactWriteCommand) {
    const [first = {}] = command.input.TransactItems ?? []
    const [action] = Object.values(first)
    const table = tableOf(action?.TableName)
    table.transactWrite(command.input)
    table.follow()
    return {}
  }
  throw new Error(`not in memory: ${command.constructor.name}`)
}

function executeOnTables(command: Command): object {
  if (command instanceof CreateTableCommand) {
    tables.set(command.input.TableName ?? '', new MemoryTable(Date.now))
  }
  if (command instanceof DescribeTableCommand) {
    tableOf(command.input.TableName)
    return { Table: { TableStatus: 'ACTIVE' } }
  }
  return {}
}

const sendingTo = (execute: (command: Command) => object) =>
  (async (command: Command) => execute(command)) as never

DynamoDBDocumentClient.prototype.send = sendingTo(executeOnItems)
DynamoDBClient.prototype.send = sendingTo(executeOnTables)
SQSClient.prototype.send = sendingTo(() => ({}))
S3Client.prototype.send = sendingTo(() => ({}))

/*
 * Shops import handlers at their first request: what runs at the import of a source would
 * count as covered by that request's test alone.
 */
const { sources = [] } = modules[process.env[moduleVariable] ?? ''] ?? {}
const root = join(import.meta.dirname, '../../..')
for (const source of globSync([...sources], { cwd: root })) {
  await import(join(root, source))
}
