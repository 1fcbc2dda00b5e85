import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { expect, inject, it, vi } from 'vitest'
import { createTable } from '../../../../infra/local/table.ts'
import { canonical } from '../../../support/canonical.ts'
import { deleteTable } from '../../../support/delete-table.ts'
import { isWholeRound, scaled } from '../../../support/scale.ts'
import { environment } from '../cloud/environment.ts'
import { planOf } from '../plan.ts'
import { openRuns } from '../runs.ts'
import { MemoryTable } from './table.ts'
import { type Attributes, type Parameters, stored } from './values.ts'

const commands = {
  get: GetCommand,
  batchGet: BatchGetCommand,
  query: QueryCommand,
  transactWrite: TransactWriteCommand,
} as const
type Kind = keyof typeof commands
type Request = { readonly kind: Kind; readonly parameters: Parameters }

/** Returns the result or failure of a request, in a form that can be compared. */
async function outcomeOf(
  { kind, parameters }: Request,
  request: (parameters: Parameters) => unknown,
) {
  try {
    const { Items, Item, Responses } = (await request(parameters)) as Parameters
    const all = [Items ?? Object.values(Responses ?? {})[0] ?? []].flat().map(canonical)
    // Rows of a batch, and of an index with equal keys, come in no particular order
    const isOrdered = kind === 'query' && parameters.IndexName === undefined
    return [canonical(stored(Item ?? null)), ...(isOrdered ? all : all.sort())]
  } catch (error) {
    const { name, CancellationReasons = [] } = error as Error & {
      CancellationReasons?: { Code: string; Item?: object }[]
    }
    const reasons = CancellationReasons.map(({ Code, Item }) => [
      Code,
      Item && canonical(Item),
    ])
    return { name, reasons }
  }
}

it('responds to every request of simulated shops as the engine does', async () => {
  const requests: Request[] = []
  const kinds = Object.keys(commands) as Kind[]
  for (const kind of kinds) {
    const original = MemoryTable.prototype[kind]
    vi.spyOn(MemoryTable.prototype, kind).mockImplementation(function (
      this: MemoryTable,
      parameters: Parameters,
    ) {
      requests.push({ kind, parameters })
      return original.call(this, parameters) as never
    })
  }
  const { run, shop } = await openRuns()
  const from = isWholeRound ? Math.floor(Date.now() / 1_000) : 1
  const runs: Request[][] = []
  for (let seed = from; seed < from + scaled(8, 100); seed += 1) {
    requests.length = 0
    await run(planOf(seed))
    runs.push([...requests])
  }
  vi.restoreAllMocks()

  const endpoint = inject('dynamoDbEndpoint')
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
  const options = { marshallOptions: { removeUndefinedValues: true } }
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }), options)
  const send = (kind: Kind, parameters: Parameters) =>
    client.send(new commands[kind](parameters as never) as never)
  for (const some of runs) {
    await createTable(endpoint, environment.TABLE_NAME)
    for (const Item of shop.items as Attributes[]) {
      const Put = { TableName: environment.TABLE_NAME, Item }
      await send('transactWrite', { TransactItems: [{ Put }] })
    }
    const memory = new MemoryTable(Date.now)
    memory.load(shop.items)
    for (const each of some) {
      const { kind, parameters } = each
      const inMemory = await outcomeOf(each, () => memory[kind](parameters))
      memory.follow()
      const inEngine = await outcomeOf(each, () => send(kind, parameters))
      expect({ each, outcome: inMemory }).toEqual({ each, outcome: inEngine })
    }
    await deleteTable(environment.TABLE_NAME)
  }
}, 1_200_000)
