import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { copyTable } from './copy-table.ts'
import { keptTables, startDynamoDb, tableEngines } from './engines/dynamodb.ts'
import { localTableName, localTableOf, lockDataDir } from './join.ts'
import { explainFailure, settingsOrExit } from './settings.ts'

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
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  })
  const copying = join(folder, 'copying')
  await rm(copying, { recursive: true, force: true })
  const [source, target] = await Promise.all([
    startDynamoDb({ dataDir: folder, engine: from }),
    startDynamoDb({ dataDir: copying, engine: to }),
  ])
  let items: number
  try {
    items = await copyTable(source.endpoint, target.endpoint, localTableName)
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
