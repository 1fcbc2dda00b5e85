import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { createTable } from '../../../../infra/local/table.ts'
import { tableSchema } from '../../../../shared/dynamodb/schema.ts'
import { canonical } from '../../../support/canonical.ts'
import type { Operation } from './operations.ts'
import type { Parameters } from './requests.ts'
import { MemoryTable } from './table.ts'
import { stored } from './values.ts'

const commands = {
  get: GetCommand,
  batch: BatchGetCommand,
  put: PutCommand,
  query: QueryCommand,
  transact: TransactWriteCommand,
} as const

/** The engine on this machine, with a table of its own. */
export async function runningEngine(endpoint: string) {
  process.env.AWS_REGION ??= 'us-east-1'
  process.env.AWS_ACCESS_KEY_ID ??= 'local'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'local'
  const tableName = `memory-${randomUUID()}`
  await createTable(endpoint, tableName)
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }))
  return (run: string, { kind, parameters }: Operation) =>
    outcome(run, async () => {
      const Command = commands[kind] as unknown as new (input: Parameters) => never
      const execute = (input: Parameters) =>
        client.send(new Command(input)) as Promise<Parameters>
      const input = ofRun(run, parameters, tableName)
      return kind === 'query' ? allPages(input, execute) : execute(input)
    })
}

/** The table in memory, whose indexes follow at once. */
export function memoryEngine() {
  const table = new MemoryTable(Date.now)
  const execute: Record<Operation['kind'], (parameters: Parameters) => unknown> = {
    get: (parameters: Parameters) => table.get(parameters),
    batch: (parameters: Parameters) => table.batchGet(parameters),
    query: (parameters: Parameters) =>
      allPages(parameters, async (page) => table.query(page)),
    put: (parameters: Parameters) => table.put(parameters),
    transact: (parameters: Parameters) => table.transactWrite(parameters),
  }
  return (run: string, { kind, parameters }: Operation) =>
    outcome(run, async () => {
      const result = await execute[kind](ofRun(run, parameters, 'memory'))
      table.follow()
      return result
    })
}

/**
 * The rows of all pages and how many the first has. Whether a full page is the last one,
 * the engine does not always know.
 */
async function allPages(
  parameters: Parameters,
  query: (parameters: Parameters) => Promise<Parameters>,
) {
  const pages: unknown[][] = []
  let start: unknown
  do {
    const page = await query({ ...parameters, ExclusiveStartKey: start })
    pages.push(page.Items as unknown[])
    start = page.LastEvaluatedKey
  } while (start !== undefined)
  return { Items: pages.flat(), first: pages[0]?.length }
}

const ownNames = new Set([
  'pk',
  ':pk',
  ':kind',
  'ClientRequestToken',
  ...tableSchema.indexes.map(({ pk }) => pk),
])

/** A run's own partitions and tokens, as the runs share a table. */
function ofRun(run: string, parameters: Parameters, tableName: string): Parameters {
  const renamed = (value: unknown, name: string): unknown => {
    if (value instanceof Uint8Array) return value
    if (Array.isArray(value)) return value.map((each) => renamed(each, name))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([inner, each]) => [
          inner === 'TABLE' ? tableName : inner,
          renamed(each, inner),
        ]),
      )
    }
    if (value === 'TABLE') return tableName
    return ownNames.has(name) ? `${run}${String(value)}` : value
  }
  return renamed(parameters, '') as Parameters
}

/** What a request returned or failed with, in a form that can be compared. */
async function outcome(run: string, request: () => Promise<unknown>) {
  try {
    const { Items, Item, Responses, first } = (await request()) as Parameters
    const batch = Object.values((Responses ?? {}) as Record<string, unknown[]>)[0]
    return plain(run, {
      Items,
      Item,
      first,
      batch: batch && inOrder(batch),
    })
  } catch (error) {
    const { name, CancellationReasons = [] } = error as Error & {
      CancellationReasons?: { Code: string; Item?: Record<string, never> }[]
    }
    // The local engine refuses some of them as a whole, where the cloud's gives reasons.
    const isInvalid =
      name === 'ValidationException' ||
      CancellationReasons.some(({ Code }) => Code === 'ValidationError')
    if (isInvalid) return 'invalid'
    const reasons = CancellationReasons.map(({ Code, Item }) => ({
      Code,
      ...(Item && { Item: unmarshall(Item) }),
    }))
    return plain(run, { failed: name, reasons })
  }
}

const plain = (run: string, value: object) => canonical(stored(value)).replaceAll(run, '')

const inOrder = (items: readonly unknown[]) =>
  items
    .map(canonical)
    .sort()
    .map((text) => JSON.parse(text))
