import * as z from 'zod'
import { environmentOf, machineVariableOf } from '../../shared/deployment/environment.ts'
import { machineOptions } from '../../shared/deployment/machine-options.ts'
import {
  isDomainOf,
  optionalSchemas,
  schemasWithDefaults,
} from '../../shared/deployment/option-schemas.ts'
import { functionOptions } from '../../shared/deployment/options.ts'

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
 * Reads the settings from variables such as POS_PORT. A blank variable counts as unset.
 * Throws an Error with one line for each invalid value.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.keys(Fields.shape)
    .map((name) => [name, env[machineVariableOf(name)]] as const)
    .filter(([, value]) => value?.trim())
  const { data, error } = SettingsSchema.safeParse(Object.fromEntries(given))
  if (error) throw new Error(error.issues.map(issueLine).join('\n'))
  return {
    host: data.host,
    port: data.port,
    dataDir: data.dataDir,
    /** Port of the simulated node, which runs unless `nodeUrl` names another node. */
    nodePort: data.nodePort,
    nodeUrl: data.nodeUrl,
    nodePassword: data.nodePassword,
    webhookSecret: data.webhookSecret,
    asyncConcurrency: data.asyncConcurrency,
    /** The functions' environment variables. */
    options: environmentOf({
      ...data,
      docsPage: data.docsPage ?? true,
      loopbackOrigins: data.loopbackOrigins ?? true,
    }),
  }
}

const issueLine = ({ path: [name], message }: z.core.$ZodIssue) =>
  `${machineVariableOf(String(name))}: ${message}`
