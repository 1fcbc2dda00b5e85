import { readFile } from 'node:fs/promises'
import {
  GetSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { sameSecret } from '../../constant-time.ts'
import { abortOnTimeout, awsTimeouts } from './aws-timeouts.ts'
import { getParameters } from './parameter-store.ts'
import { SecretCache } from './secret-cache.ts'
import {
  type ParameterName,
  type ParsedSecret,
  parameterNames,
  parseParameters,
  parseSecret,
  type SecretName,
  validValues,
} from './secret-fields.ts'
import { isOfShop, shopValues } from './shop-secrets.ts'

/**
 * A secret's current value for the current shop, '' when the deployment has none of that
 * name. In the cloud the environment names the parameter of Systems Manager that holds it,
 * and for the front door's the entry of Secrets Manager. On one machine the JSON file
 * `SECRETS_FILE` holds all secrets, readable by its owner alone. Throws when the first read
 * fails; after that the cached value stays in use until a read succeeds. Throws when a key is
 * absent or the value is malformed.
 */
export async function secret(name: SecretName): Promise<string> {
  const [current = ''] = valuesOf(await cacheOf(name).value(), name)
  return current
}

/**
 * Returns the valid values of a secret, the current one first. Throws the failures of `secret`.
 */
export const validSecrets = async (name: SecretName): Promise<readonly string[]> =>
  valuesOf(await cacheOf(name).value(), name)

/**
 * Verifies something with the values of a secret that are valid now: the current one, then
 * during a rotation the previous one; none when the deployment has none of that name. When
 * `verify` returns undefined, the secret is read again, at most once in 30 s, and if its
 * values have changed, they are verified with. Throws what `secret` throws.
 */
export async function verifyWithSecret<T>(
  name: SecretName,
  verify: (values: readonly string[]) => T | undefined | Promise<T | undefined>,
): Promise<T | undefined> {
  const cache = cacheOf(name)
  const values = valuesOf(await cache.value(), name)
  const verified = await verify(values)
  if (verified !== undefined) return verified
  const latest = valuesOf(await cache.latest(), name)
  return latest.join('\n') === values.join('\n') ? undefined : verify(latest)
}

/**
 * True if a text is one of a secret's valid values. The time does not depend on where the
 * texts differ. False when the deployment has no such secret.
 */
export async function secretMatches(name: SecretName, given: string): Promise<boolean> {
  const matches = await verifyWithSecret(
    name,
    (values) =>
      values.map((value) => sameSecret(value, given)).includes(true) || undefined,
  )
  return matches ?? false
}

/** The valid values of a secret, the current one first: the deployment's or its shop's. */
const valuesOf = (parsed: ParsedSecret, name: SecretName): readonly string[] =>
  isOfShop(name) ? shopValues(parsed, name) : validValues(parsed, name)

const variables: Readonly<Record<SecretName, string>> = {
  'token-key': 'TOKEN_KEY_PARAMETER',
  'pin-key': 'PIN_KEY_PARAMETER',
  'tunnel-key': 'TUNNEL_KEY_PARAMETER',
  'delivery-key': 'DELIVERY_KEY_PARAMETER',
  'webhook-secret': 'WEBHOOK_SECRET_PARAMETER',
  'node-password': 'NODE_PASSWORD_PARAMETER',
  'front-door-secret': 'FRONT_DOOR_SECRET_ARN',
}

/** The environment variable with the parameter, or the ARN of the entry, of a secret. */
export const secretVariable = (name: SecretName): string => variables[name]

const caches = new Map<string, SecretCache>()

/** The cache of the function's parameters, of the front door's entry, or of the file. */
function cacheOf(name: SecretName): SecretCache {
  const file = process.env.SECRETS_FILE
  if (file) return cached(file, 'SECRETS_FILE', () => readSecretsFile(file))
  const variable = variables[name]
  const source = process.env[variable]
  if (!source) return none
  if (name !== 'front-door-secret') return cached(ssm, ssm, readParameters)
  return cached(source, variable, () => readEntry(source))
}

/** Labels the parameters, which are read by one call. */
const ssm = 'parameters'

function cached(source: string, label: string, read: () => Promise<ParsedSecret>) {
  const cache = caches.get(source) ?? new SecretCache(label, read)
  caches.set(source, cache)
  return cache
}

/** For a secret that the function may not read. */
const none = new SecretCache('no secret', async () => parseSecret('{}'))

const readSecretsFile = async (file: string) => parseSecret(await readFile(file, 'utf8'))

let manager: SecretsManagerClient | undefined

async function readEntry(SecretId: string): Promise<ParsedSecret> {
  manager ??= new SecretsManagerClient({ requestHandler: awsTimeouts })
  const { SecretString = '' } = await manager.send(
    new GetSecretValueCommand({ SecretId }),
    abortOnTimeout(),
  )
  return parseSecret(SecretString)
}

/** The parameters that the environment names. Throws when there is none of such a name. */
async function readParameters(): Promise<ParsedSecret> {
  const names = new Map<string, ParameterName>()
  for (const name of parameterNames) {
    const path = process.env[variables[name]]
    if (path) names.set(path, name)
  }
  const { Parameters = [], InvalidParameters = [] } = await getParameters([
    ...names.keys(),
  ])
  if (InvalidParameters.length > 0) {
    throw new Error(`there is no parameter ${InvalidParameters.join(', ')}`)
  }
  return parseParameters(
    Parameters.flatMap(({ Name = '', Value = '' }) => {
      const name = names.get(Name)
      return name ? [[name, Value] as const] : []
    }),
  )
}

/** In the cloud, secrets arrive while the function initializes. */
for (const name of [...parameterNames, 'front-door-secret'] as const) {
  if (process.env[secretVariable(name)]) cacheOf(name).preload()
}
