import { resolve } from 'node:path'
import * as z from 'zod'
import {
  environmentOf,
  machineVariableOf,
} from '../../shared/platform/deployment/environment.ts'
import { machineOptions } from '../../shared/platform/deployment/machine-options.ts'
import {
  isDomainOf,
  optionalSchemas,
  schemasWithDefaults,
} from '../../shared/platform/deployment/option-schemas.ts'
import { functionOptions } from '../../shared/platform/deployment/options.ts'
import { TableOfOtherEngine } from './engines/dynamodb.ts'
import { JavaMissing } from './engines/dynamodb-local.ts'
import { DynoxideMissing } from './engines/dynoxide.ts'
import { DataDirInUse } from './join.ts'

const Fields = z.object({
  ...schemasWithDefaults(machineOptions),
  ...optionalSchemas(functionOptions),
})

/** The settings of the local system, as environment variables give them. */
const SettingsSchema = Fields.refine(
  ({ nodeUrl, nodePassword }) => !nodeUrl || nodePassword,
  {
    path: ['nodePassword'],
    error: 'must be given, too: the one of POS_NODE_URL',
  },
)
  .refine(
    ({ nodeUrl, nodePort, port }) => nodeUrl || nodePort === 0 || nodePort !== port,
    { path: ['nodePort'], error: 'must be another port than POS_PORT' },
  )
  .refine(
    ({ cookieDomain, publicUrl, host }) =>
      !cookieDomain ||
      isDomainOf(cookieDomain, URL.parse(publicUrl ?? '')?.hostname ?? host),
    { path: ['cookieDomain'], error: 'must be the domain of the host of POS_PUBLIC_URL' },
  )

export type Settings = ReturnType<typeof readSettings>

/**
 * Reads the settings from variables such as POS_PORT; a blank one counts as unset. Throws
 * an Error with one line for each invalid value.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.keys(Fields.shape)
    .map((name) => [name, env[machineVariableOf(name)]] as const)
    .filter(([, value]) => value?.trim())
  const { data, error } = SettingsSchema.safeParse(Object.fromEntries(given))
  if (error) throw new Error(error.issues.map(issueLine).join('\n'))
  return {
    ...data,
    /** The functions' environment variables. */
    options: environmentOf({
      ...data,
      ...(data.shops.length > 0 && { shopDomain: 'localhost' }),
      docsPage: data.docsPage ?? true,
      loopbackOrigins: data.loopbackOrigins ?? true,
    }),
  }
}

const issueLine = ({ path: [name], message }: z.core.$ZodIssue) =>
  `${machineVariableOf(String(name))}: ${message}`

/** Error codes of listening on an address that this machine does not have. */
const notLocalAddressCodes = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

/** Reads the settings from the environment. Exits with code 2 when one is wrong. */
export function settingsOrExit(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    console.error(`Wrong settings:\n${(error as Error).message}`)
    process.exit(2)
  }
}

/**
 * Explains why the system did not start: in one line that says what to do, else by the
 * whole stack.
 */
export function explainFailure(error: unknown, { dataDir, host }: Settings): string {
  if (
    error instanceof JavaMissing ||
    error instanceof DynoxideMissing ||
    error instanceof TableOfOtherEngine
  ) {
    return error.message
  }
  if (error instanceof DataDirInUse) {
    return `${error.message}: stop it, or choose another directory with POS_DATA_DIR.`
  }
  const { code, port, path } = error as { code?: string; port?: number; path?: string }
  if (code === 'ERR_SQLITE_ERROR') {
    return `POS_DATA_DIR: nothing is kept in ${dataDir}: ${(error as Error).message}`
  }
  if (path && isSameOrNested(path, resolve(dataDir))) {
    return `POS_DATA_DIR: ${(error as Error).message}`
  }
  if (code && notLocalAddressCodes.has(code)) {
    return `POS_HOST: ${host} is not an address of this machine`
  }
  const another = 'choose another with POS_PORT or POS_NODE_PORT.'
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program: stop it, or ${another}`
  }
  if (code === 'EACCES' && port) {
    return `Port ${port} is not this user's to listen on: ${another}`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** True if a path is the directory, one of its parents, or inside it. */
const isSameOrNested = (path: string, directory: string) =>
  path.startsWith(directory) || directory.startsWith(path)
