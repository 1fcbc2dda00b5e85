import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import {
  configVariable,
  type Environment,
  variableOf,
  withOverrides,
} from './settings.ts'

const PrinterName = z
  .string()
  .trim()
  .min(1, 'a printer needs a name')
  .max(100, 'a printer name has at most 100 characters')

const Port = z.int().min(1).max(65_535)

/** The form of the configuration file. */
export const Config = z.strictObject({
  baseUrl: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address of the deployment',
      abort: true,
    })
    .refine(isSafeForSecrets, 'must be https (plain http only on this machine)')
    .transform((url) => url.replace(/\/+$/, '')),
  enrolmentToken: z
    .string()
    .regex(/^[^.\s]+\.\S+$/, 'must be the token shown when the agent was created')
    .optional(),
  stateDir: z.string().min(1, 'must name a folder the agent may write to'),
  /** 0 switches the status page off. */
  statusPort: z.int().min(0).max(65_535).default(9180),
  printers: z
    .strictObject({
      system: z.boolean().default(true),
      network: z
        .array(
          z.strictObject({
            name: PrinterName,
            host: z.string().trim().min(1, 'must be a host name or an IP address'),
            port: Port.default(9100),
            // Time for printers that neither close the connection nor answer
            goodbyeSeconds: z.number().min(0).max(60).default(2),
            status: z.enum(['auto', 'required', 'off']).default('auto'),
          }),
        )
        .default([]),
      devices: z
        .array(z.strictObject({ name: PrinterName, path: z.string().min(1) }))
        .default([]),
      virtual: z
        .array(z.strictObject({ name: PrinterName, directory: z.string().min(1) }))
        .default([]),
    })
    .refine(({ network, devices, virtual }) => {
      const names = [...network, ...devices, ...virtual].map((printer) => printer.name)
      return new Set(names).size === names.length
    }, 'two printers have the same name')
    .prefault({}),
  node: z
    .strictObject({
      url: z
        .url({ protocol: /^https?$/, error: 'must be the http address of the node' })
        .transform((url) => url.replace(/\/+$/, '')),
      password: z.string().min(1, "must be the node's HTTP password"),
    })
    .nullable()
    .default(null),
})

export type Config = z.infer<typeof Config>
export type PrinterConfig = Config['printers']
export type NodeConfig = NonNullable<Config['node']>

/** The configuration file is missing, unreadable or invalid; the message says where. */
export class ConfigProblem extends Error {
  override name = 'ConfigProblem'
}

/**
 * Reads the configuration file; the environment overrides its settings, or replaces a
 * missing file. Folders are relative to the file. Throws ConfigProblem.
 */
export async function readConfig(path: string, env: Environment = {}): Promise<Config> {
  return configOf(await readText(path, env), path, env)
}

/** The configuration that a file with this text gives. Throws ConfigProblem. */
export function configOf(text: string, path: string, env: Environment): Config {
  const config = parseConfig(text, path, env)
  const fromFile = (folder: string) => resolve(dirname(path), folder)
  const virtual = config.printers.virtual.map((printer) => ({
    ...printer,
    directory: fromFile(printer.directory),
  }))
  return {
    ...config,
    stateDir: fromFile(config.stateDir),
    printers: { ...config.printers, virtual },
  }
}

async function readText(path: string, env: Environment): Promise<string> {
  try {
    return decoded(await readFile(path))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isMissing && env[variableOf({ name: 'baseUrl' })] !== undefined) return '{}'
    throw new ConfigProblem(
      isMissing
        ? `There is no ${path}: enrol the agent first, or name the file by --config`
        : `Cannot read ${path}: ${(error as Error).message}`,
    )
  }
}

/** Windows' editors and shell write a BOM, and the shell also UTF-16. */
function decoded(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** Parses and validates configuration text; `source` names it in error messages. */
export function parseConfig(text: string, source: string, env: Environment = {}): Config {
  const result = Config.safeParse(overridden(json(text, source), env))
  if (result.success) return result.data
  throw new ConfigProblem(`${source} is not valid:\n${z.prettifyError(result.error)}`)
}

function overridden(content: unknown, env: Environment): unknown {
  try {
    return withOverrides(content, env)
  } catch (error) {
    throw new ConfigProblem((error as Error).message)
  }
}

/** The content of a configuration file as it is. Throws ConfigProblem. */
export const readContent = async (path: string): Promise<unknown> =>
  json(decoded(await readFile(path)), path)

function json(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which contains passwords.
    throw new ConfigProblem(`${source} is not JSON`)
  }
}

const readableByAll = 0o004

/** True if other users can read a configuration file with secrets in it. */
export async function isExposed(path: string, config: Config): Promise<boolean> {
  if (process.platform === 'win32') return false
  if (config.node === null && config.enrolmentToken === undefined) return false
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && (found.mode & readableByAll) !== 0
}

function isSafeForSecrets(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isThisMachine(hostname)
}

/** Traffic to one of the machine's own addresses does not leave it. */
function isThisMachine(hostname: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const names = own.map(({ address, family }) =>
    family === 'IPv6' ? `[${address}]` : address,
  )
  return (
    hostname.endsWith('.localhost') ||
    ['localhost', '127.0.0.1', '[::1]', ...names].includes(hostname)
  )
}

/** Folders of an installed agent: its configuration and its state. */
type Installation = { readonly configFolder: string; readonly stateDir: string }

const installations: Readonly<Partial<Record<NodeJS.Platform, Installation>>> = {
  linux: {
    configFolder: '/etc/lightning-pos-agent',
    stateDir: '/var/lib/lightning-pos-agent',
  },
  darwin: {
    configFolder: '/usr/local/etc/lightning-pos-agent',
    stateDir: '/usr/local/var/lightning-pos-agent',
  },
  win32: {
    configFolder: 'C:\\ProgramData\\lightning-pos-agent',
    stateDir: 'C:\\ProgramData\\lightning-pos-agent\\state',
  },
}

/** The installation on this machine; undefined for an agent that is not installed. */
export function installation(): Installation | undefined {
  const known = installations[process.platform]
  return known && existsSync(known.configFolder) ? known : undefined
}

const fileName = 'agent.json'

/**
 * The named configuration file, the one in the environment, `agent.json` in the current
 * folder, or the installed agent's. It may be missing.
 */
export function configPathOf(named: string | undefined, env: Environment): string {
  const chosen = named ?? env[configVariable]
  if (chosen !== undefined) return chosen
  const installed = installation()
  if (!installed || existsSync(fileName)) return fileName
  return join(installed.configFolder, fileName)
}
