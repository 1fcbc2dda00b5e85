import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dynamoDbLocal } from './dynamodb-local.ts'
import type { Engine, EngineProgram } from './dynoxide.ts'
import { dynoxide, dynoxideBinary } from './dynoxide.ts'
import { onFreePort } from './free-port.ts'
import { type SupervisedProcess, startSupervised } from './supervised-process.ts'

const startupTimeoutMs = 60_000

/** The engines by their names in POS_ENGINE. */
export const tableEngines = { dynoxide, 'dynamodb-local': dynamoDbLocal } as const

export type TableEngine = keyof typeof tableEngines

/** The data directory has a table that the chosen engine cannot read. */
export class TableOfOtherEngine extends Error {
  override name = 'TableOfOtherEngine'
}

type RunningTable = Engine & { readonly engine: TableEngine }

/**
 * Starts an engine for the table on a loopback address, in memory without `dataDir`.
 * Throws DynoxideMissing, JavaMissing, TableOfOtherEngine, or an Error when it does not
 * start.
 */
export async function startDynamoDb({
  dataDir,
  engine = chosenEngine(dataDir),
}: {
  dataDir?: string
  engine?: TableEngine
} = {}): Promise<RunningTable> {
  return onFreePort(async (port) => {
    const host = engineHost()
    const { command, tidy }: EngineProgram = tableEngines[engine]
    const [program, ...args] = await command(dataDir, host, port)
    const running = startSupervised(program, args)
    const endpoint = `http://${host}:${port}`
    await untilReady(endpoint, engine, running)
    const tidying = dataDir && tidy ? await hourly(() => tidy(dataDir)) : undefined
    const close = async () => {
      clearInterval(tidying)
      await running.close()
    }
    return { endpoint, engine, close }
  })
}

/** Runs work now and every hour; a failure is logged. */
async function hourly(work: () => Promise<void>): Promise<NodeJS.Timeout> {
  const logged = () => work().catch((error: unknown) => console.error(error))
  await logged()
  return setInterval(() => void logged(), 3_600_000).unref()
}

function chosenEngine(dataDir?: string): TableEngine {
  const asked = process.env.POS_ENGINE?.trim() as TableEngine | '' | undefined
  const kept = dataDir ? keptTables(dataDir) : []
  const other = kept.find((engine) => engine !== (asked || kept[0]))
  if (other) {
    throw new TableOfOtherEngine(
      `${join(dataDir ?? '', tableEngines[other].file)} is the table of ${other}: ` +
        (kept.length > 1
          ? 'move it away, or the one of the other engine beside it.'
          : `"npm run switch-engine" copies it to ${asked}, or start without POS_ENGINE.`),
    )
  }
  return asked || kept[0] || (dynoxideBinary() ? 'dynoxide' : 'dynamodb-local')
}

/** The engines that have a table in a folder. */
export const keptTables = (dataDir: string): TableEngine[] =>
  (Object.keys(tableEngines) as TableEngine[]).filter((engine) =>
    existsSync(join(dataDir, tableEngines[engine].file)),
  )

/**
 * A random address of 127.0.0.0/8, all of it loopback on Linux. The engines take any
 * signature from pages of any origin: a page would have to find one of 16 million
 * addresses.
 */
const engineHost = () =>
  process.platform === 'linux'
    ? ['127', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.')
    : '127.0.0.1'

/** Ready means that it answers HTTP, even if only to refuse an unsigned request. */
async function untilReady(
  endpoint: string,
  name: TableEngine,
  { exited, close }: SupervisedProcess,
): Promise<void> {
  const ended = exited.then(({ stderrTail }) => {
    const isTaken = /address already in use|port \d+ is already in use/i.test(stderrTail)
    const failure = new Error(`${name} ended while starting: ${stderrTail}`)
    throw Object.assign(failure, isTaken && { code: 'EADDRINUSE' })
  })
  const deadline = performance.now() + startupTimeoutMs
  while (!(await Promise.race([answers(endpoint), ended]))) {
    if (performance.now() > deadline) {
      await close()
      throw new Error(`${name} did not answer within ${startupTimeoutMs / 1000} s`)
    }
    await Promise.race([pause(25), ended])
  }
}

const answers = (endpoint: string) =>
  fetch(endpoint)
    .then((response) => response.arrayBuffer())
    .then(
      () => true,
      () => false,
    )
