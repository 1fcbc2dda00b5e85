import { execFile } from 'node:child_process'
import { chmod, mkdir, open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** This platform's package of Dynoxide is not installed. */
export class DynoxideMissing extends Error {
  override name = 'DynoxideMissing'
}

/** This platform's package, which npm installs where the lockfile has it. */
const packageName = `@dynoxide/${process.platform}-${process.arch}`

/** The embedded engine: one binary on SQLite, which npm installs. */
export const dynoxide: EngineProgram = {
  file: 'dynoxide.db',
  /** Throws DynoxideMissing. */
  command: async (folder, host, port) => {
    const binary = dynoxideBinary()
    if (!binary) throw new DynoxideMissing(`${howToInstall()}.`)
    const file = folder && join(folder, dynoxide.file)
    if (file) await createPrivateFile(folder, file)
    const database = file ? ['--db-path', file] : []
    return [binary, 'serve', '--host', host, '--port', String(port), ...database]
  },
  /** Runs in a process of its own: Node.js 24 prints a warning with its SQLite. */
  tidy: async (folder) => {
    const program = join(import.meta.dirname, 'dynoxide-stream.ts')
    await promisify(execFile)(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      program,
      join(folder, dynoxide.file),
    ])
  },
}

/** The path of this platform's binary; undefined where it is not installed. */
export function dynoxideBinary(): string | undefined {
  const binary = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide'
  try {
    return createRequire(import.meta.url).resolve(`${packageName}/${binary}`)
  } catch {
    return undefined
  }
}

/** Returns advice for a platform whose binary is not installed. */
export function howToInstall(): string {
  const { optionalDependencies } = createRequire(import.meta.url)('../../../package.json')
  const version = optionalDependencies['@dynoxide/linux-x64']
  return (
    `Dynoxide is not installed: "npm install --no-save ${packageName}@${version}" ` +
    'installs it if npm has it for this platform'
  )
}

/** SQLite gives the files beside its own, such as the log, the same permissions. */
async function createPrivateFile(folder: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await (await open(file, 'a', 0o600)).close()
  await chmod(file, 0o600)
}

/** A local emulator of an AWS service: the endpoint for its clients, and how to stop it. */
export type Engine = { readonly endpoint: string; readonly close: () => Promise<void> }

/** A program that serves the table. */
export type EngineProgram = {
  /** The name of its file in the table's folder. */
  readonly file: string
  /**
   * Makes the folder, in memory without one, and resolves to the command that serves the
   * table. Throws an Error that says what to install.
   */
  readonly command: (
    folder: string | undefined,
    host: string,
    port: number,
  ) => Promise<readonly [string, ...string[]]>
  /** Tends the running engine's file, at the start and every hour. */
  readonly tidy?: (folder: string) => Promise<void>
}
