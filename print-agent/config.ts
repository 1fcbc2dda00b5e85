import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'

const PrinterName = z
  .string()
  .trim()
  .min(1, 'a printer needs a name')
  .max(100, 'a printer name has at most 100 characters')

const Port = z.int().min(1).max(65_535)

const Config = z.strictObject({
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
  printers: z
    .strictObject({
      system: z.boolean().default(true),
      network: z
        .array(
          z.strictObject({
            name: PrinterName,
            host: z.string().trim().min(1, 'must be a host name or an IP address'),
            port: Port.default(9100),
            // For printers that neither close the connection nor answer
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
 * Reads and validates the agent's JSON configuration file. Folders in it are relative to the
 * file. Throws ConfigProblem.
 */
export async function readConfig(path: string): Promise<Config> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new ConfigProblem(`Cannot read ${path}: ${error.message}`)
  })
  const config = parseConfig(text, path)
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

/** Parses and validates configuration text; `source` names it in error messages. */
export function parseConfig(text: string, source: string): Config {
  const result = Config.safeParse(json(text, source))
  if (result.success) return result.data
  throw new ConfigProblem(`${source} is not valid:\n${z.prettifyError(result.error)}`)
}

function json(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which contains passwords.
    throw new ConfigProblem(`${source} is not JSON`)
  }
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
  return ['localhost', '127.0.0.1', '[::1]', ...names].includes(hostname)
}
