import { isIP } from 'node:net'
import * as z from 'zod'
import { webOrigin } from '../../shared/deployment/web-origin.ts'

const aPort = 'must be a port, 0 to 65535'
const port = z.coerce
  .number({ error: aPort })
  .int({ error: aPort })
  .min(0, { error: aPort })
  .max(65_535, { error: aPort })
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const aDuration = 'must be a whole number of seconds, 1 or more'
const seconds = z.coerce
  .number({ error: aDuration })
  .int({ error: aDuration })
  .min(1, { error: aDuration })
const flag = z.stringbool({ error: 'must be true or false' })

/** A list by comma; blank entries count for nothing. */
const listOf = (isEntry: (entry: string) => boolean, error: string) =>
  z.string().refine(
    (text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .every((entry) => entry === '' || isEntry(entry)),
    { error },
  )

const origins = listOf(
  (entry) => webOrigin(entry) !== undefined,
  'must be origins such as https://till.example, by comma',
)
const ipAddresses = listOf((entry) => isIP(entry) !== 0, 'must be IP addresses, by comma')

/** What the environment may set for the system on one machine. */
const Variables = z.object({
  POS_HOST: z.string().default('127.0.0.1'),
  POS_PORT: port.default(4000),
  POS_DATA_DIR: z.string().default('.pos'),
  POS_NODE_PORT: port.default(9740),
  POS_NODE_URL: address.optional(),
  POS_NODE_PASSWORD: z.string().optional(),
  POS_WEBHOOK_SECRET: z.string().optional(),
  POS_ACCESS_TOKEN_SECONDS: seconds.optional(),
  POS_WALLET_TOKEN_SECONDS: seconds.optional(),
  POS_PUBLIC_LOGIN_SCREEN: flag.optional(),
  POS_VERIFY_CHECKOUT: flag.optional(),
  POS_PLAIN_HTTP_TILLS: flag.optional(),
  POS_TRUSTED_PROXIES: ipAddresses.optional(),
  POS_PUBLIC_URL: address.optional(),
  POS_CORS_ORIGINS: origins.optional(),
})
type Environment = z.infer<typeof Variables>

const Environment = Variables.refine(
  ({ POS_NODE_URL, POS_NODE_PASSWORD }) => !POS_NODE_URL || POS_NODE_PASSWORD,
  { path: ['POS_NODE_PASSWORD'], error: 'must be given, too: the one of POS_NODE_URL' },
).refine(
  ({ POS_NODE_URL, POS_NODE_PORT, POS_PORT }) =>
    POS_NODE_URL || POS_NODE_PORT === 0 || POS_NODE_PORT !== POS_PORT,
  { path: ['POS_NODE_PORT'], error: 'must be another port than POS_PORT' },
)

/** Deployment options that handlers read, by their names in shared/settings.ts. */
const options = [
  'ACCESS_TOKEN_SECONDS',
  'WALLET_TOKEN_SECONDS',
  'PUBLIC_LOGIN_SCREEN',
  'VERIFY_CHECKOUT',
  'PLAIN_HTTP_TILLS',
  'TRUSTED_PROXIES',
  'PUBLIC_URL',
  'CORS_ORIGINS',
  'NODE_URL',
] as const

export type Settings = ReturnType<typeof readSettings>

/** Reads the settings. Throws an Error with one line for each wrong value. */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(env).filter(([, value]) => value?.trim())
  const { data, error } = Environment.safeParse(Object.fromEntries(given))
  if (error) {
    throw new Error(
      error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
    )
  }
  return {
    host: data.POS_HOST,
    port: data.POS_PORT,
    dataDir: data.POS_DATA_DIR,
    /** Of the simulated node, which runs unless `nodeUrl` names another. */
    nodePort: data.POS_NODE_PORT,
    nodeUrl: data.POS_NODE_URL,
    nodePassword: data.POS_NODE_PASSWORD,
    webhookSecret: data.POS_WEBHOOK_SECRET,
    options: optionsOf(data),
  }
}

const optionsOf = (data: Environment): Record<string, string> =>
  Object.fromEntries(
    options.flatMap((name) => {
      const value = data[`POS_${name}`]
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
