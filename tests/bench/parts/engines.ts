import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startDynamoDb, type TableEngine } from '../../../infra/local/engines/dynamodb.ts'
import { createTable } from '../../../infra/local/table.ts'
import { hasJava } from '../../support/java.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { writeSales } from '../bulk-orders.ts'
import { engineMemoryMb } from '../engine-process.ts'
import { type Section, sectionOf } from '../section.ts'

const program = fileURLToPath(new URL('../../../infra/local/main.ts', import.meta.url))

const orders = 10_000

/** Both engines of the table: how fast the system starts on them, and what they take up. */
export async function measure(): Promise<Section[]> {
  const engines: TableEngine[] = hasJava ? ['dynoxide', 'dynamodb-local'] : ['dynoxide']
  const figures = []
  for (const engine of engines) figures.push(await inFolder(engine))
  return [
    sectionOf('Engines of the table', figures, (each) => ({
      engine: each.engine,
      'npm start to the first response, new': `${each.newMs.toFixed(0)} ms`,
      'the same, with data': `${each.againMs.toFixed(0)} ms`,
      'memory at the start': `${each.idleMb.toFixed(0)} MB`,
      [`with ${orders} orders`]: `${each.fullMb.toFixed(0)} MB`,
      'to write them': `${each.writeSeconds.toFixed(0)} s`,
    })),
  ]
}

async function inFolder(engine: TableEngine) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pos-engine-'))
  try {
    const newMs = await firstResponseMs(dataDir, engine)
    const againMs = await firstResponseMs(dataDir, engine)
    return { engine, newMs, againMs, ...(await filled(dataDir, engine)) }
  } finally {
    await removeFolder(dataDir)
  }
}

/** From the start of the process to the first response of the API, in ms. */
async function firstResponseMs(dataDir: string, engine: TableEngine): Promise<number> {
  const startMs = performance.now()
  const system = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      POS_ENGINE: engine,
      POS_DATA_DIR: dataDir,
      POS_PORT: '0',
      POS_NODE_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(system, 'close')
  try {
    for await (const line of createInterface({ input: system.stdout })) {
      const [, url] = /API +(http:\S+)/.exec(line) ?? []
      if (url === undefined) continue
      await (await fetch(`${url}/openapi.json`)).arrayBuffer()
      return performance.now() - startMs
    }
    throw new Error('the system did not start')
  } finally {
    system.stdout.resume()
    system.kill('SIGINT')
    await ended
  }
}

async function filled(folder: string, engine: TableEngine) {
  const dataDir = await mkdtemp(join(folder, 'orders-'))
  const { endpoint, close } = await startDynamoDb({ dataDir, engine })
  try {
    Object.assign(process.env, {
      TABLE_NAME: 'orders',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    })
    await createTable(endpoint, 'orders')
    const idleMb = engineMemoryMb(endpoint)
    const startMs = performance.now()
    await writeSales(endpoint, {
      userId: 'bench',
      count: orders,
      from: '2025-01-01',
      days: 365,
    })
    const writeSeconds = (performance.now() - startMs) / 1_000
    return { idleMb, fullMb: engineMemoryMb(endpoint), writeSeconds }
  } finally {
    await close()
  }
}
