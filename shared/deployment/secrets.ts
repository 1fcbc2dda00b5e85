import { readFile } from 'node:fs/promises'
import {
  GetSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { sameSecret } from '../constant-time.ts'
import { abortOnTimeout, awsTimeouts } from './aws-timeouts.ts'
import { SecretCache } from './secret-cache.ts'
import { type ParsedSecret, type SecretName, validValues } from './secret-fields.ts'
import { isOfShop, shopValues } from './shop-secrets.ts'

/**
 * A secret's current value for the current shop, '' when the deployment has none of that name. In the cloud the
 * environment names the Secrets Manager entry whose JSON holds it. On one machine the JSON
 * file `SECRETS_FILE` holds all secrets, readable by its owner alone. Throws when the first
 * read fails; after that the cached value stays in use until a read succeeds. Throws when a
 * key is absent or the value is malformed.
 */
export async function secret(name: SecretName): Promise<string> {
  const [current = ''] = valuesOf(await cacheOf(name).value(), name)
  return current
}

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
 * Whether a text is one of the values of a secret that are valid now. The time does not
 * depend on where the texts differ. False when the deployment has no such secret.
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

/** The environment variable with the ARN of the entry that holds a secret. */
export const secretVariable = (name: SecretName): string =>
  name === 'front-door-secret' ? 'FRONT_DOOR_SECRET_ARN' : 'SHOP_SECRET_ARN'

const caches = new Map<string, SecretCache>()

/** The cache of the secret's entry, or of the file. */
function cacheOf(name: SecretName): SecretCache {
  const file = process.env.SECRETS_FILE
  const variable = secretVariable(name)
  const arn = process.env[variable]
  if (file) return cached(file, 'SECRETS_FILE', () => readFile(file, 'utf8'))
  if (arn) return cached(arn, variable, () => readEntry(arn))
  return none
}

function cached(source: string, label: string, read: () => Promise<string>) {
  const cache = caches.get(source) ?? new SecretCache(label, read)
  caches.set(source, cache)
  return cache
}

/** For a function that may use neither entry. */
const none = new SecretCache('no secret', async () => '{}')

let client: SecretsManagerClient | undefined

async function readEntry(SecretId: string): Promise<string> {
  client ??= new SecretsManagerClient({ requestHandler: awsTimeouts })
  const { SecretString = '' } = await client.send(
    new GetSecretValueCommand({ SecretId }),
    abortOnTimeout(),
  )
  return SecretString
}

/** In the cloud, secrets arrive while the function initializes. */
for (const name of ['token-key', 'front-door-secret'] as const) {
  if (process.env[secretVariable(name)]) cacheOf(name).preload()
}
