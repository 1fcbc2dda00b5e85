import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  BatchWriteItemCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb'
import { keptTables, startDynamoDb, tableEngines } from './engines/dynamodb.ts'
import { localAws, localTableName, localTableOf, lockDataDir } from './join.ts'
import { explainFailure, settingsOrExit } from './settings.ts'
import { createTable } from './table.ts'

/** DynamoDB's maximum for one BatchWriteItem. */
const itemsPerWrite = 25

/*
 * `npm run switch-engine` copies the table of this machine from the engine that has it to
 * the other one, and keeps the old file under another name. The system must be off. The
 * copy gets its name when it is whole: a run that is interrupted has changed nothing.
 */
const settings = settingsOrExit()
try {
  console.log(await switchEngine(resolve(settings.dataDir)))
} catch (error) {
  console.error(explainFailure(error, settings))
  process.exit(1)
}

async function switchEngine(dataDir: string): Promise<string> {
  const folder = localTableOf(dataDir)
  const [from, another] = keptTables(folder)
  if (!from) return `There is no table in ${folder}.`
  if (another) throw new Error(`${folder} has tables of both engines: move one away`)
  const to = from === 'dynoxide' ? 'dynamodb-local' : 'dynoxide'
  const lock = await lockDataDir(dataDir)
  Object.assign(process.env, localAws)
  const copying = join(folder, 'copying')
  await rm(copying, { recursive: true, force: true })
  const [source, target] = await Promise.all([
    startDynamoDb({ dataDir: folder, engine: from }),
    startDynamoDb({ dataDir: copying, engine: to }),
  ])
  let items: number
  try {
    items = await copyItems(source.endpoint, target.endpoint)
  } finally {
    await Promise.all([source.close(), target.close()])
  }
  const old = join(folder, tableEngines[from].file)
  const kept = `${old}.${new Date().toISOString().replaceAll(':', '-')}`
  await rename(join(copying, tableEngines[to].file), join(folder, tableEngines[to].file))
  await rename(old, kept)
  await rm(copying, { recursive: true })
  await lock.close()
  return `${items} records are copied to ${to}; the table of ${from} is kept as ${kept}.`
}

/** Copies the table and returns the number of items. Throws when the copy has fewer. */
async function copyItems(fromEndpoint: string, toEndpoint: string): Promise<number> {
  // Its stream comes with the next start: copies are not changes
  await createTable(toEndpoint, localTableName)
  const target = new DynamoDBClient({ endpoint: toEndpoint })
  let items = 0
  for await (const page of scan(fromEndpoint)) {
    for (let at = 0; at < page.length; at += itemsPerWrite) {
      const chunk = page.slice(at, at + itemsPerWrite)
      const puts = chunk.map((Item) => ({ PutRequest: { Item } }))
      await target.send(
        new BatchWriteItemCommand({ RequestItems: { [localTableName]: puts } }),
      )
    }
    items += page.length
  }
  let copied = 0
  for await (const page of scan(toEndpoint)) copied += page.length
  if (copied !== items) throw new Error(`only ${copied} of ${items} records were copied`)
  return items
}

async function* scan(endpoint: string) {
  const pages = paginateScan(
    { client: new DynamoDBClient({ endpoint }) },
    { TableName: localTableName, ConsistentRead: true },
  )
  for await (const { Items = [] } of pages) yield Items
}
