import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  GetSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { abortOnTimeout, awsTimeouts } from './aws-timeouts.ts'

/** The secrets of a deployment; each function may read only those its group uses. */
export type SecretName =
  | 'token-key'
  | 'pin-key'
  | 'webhook-secret'
  | 'node-password'
  | 'front-door-secret'

/** How long a function keeps a secret before it reads a possibly rotated value. */
const cacheMs = 5 * 60_000

/** How long a request waits for the new value of a secret whose old value is cached. */
const maxWaitMs = 250

const cache = new Map<SecretName, { value: Promise<string>; expiresAtMs: number }>()

/**
 * A secret's value, '' when the deployment has none of that name. In the cloud the
 * environment names its Secrets Manager entry (`TOKEN_KEY_ARN`). On one machine the JSON
 * file `SECRETS_FILE` holds all of them, readable by its owner alone. Throws when the
 * first read fails; after that the cached value stays in use until a read succeeds.
 */
export function secret(name: SecretName, nowMs = Date.now()): Promise<string> {
  const cached = cache.get(name)
  if (cached && cached.expiresAtMs > nowMs) return cached.value
  const keep = (value: Promise<string>) => {
    cache.set(name, { value, expiresAtMs: nowMs + cacheMs })
    return value
  }
  const fresh = read(name)
  if (!cached) {
    fresh.catch(() => cache.delete(name))
    return keep(fresh)
  }
  // It may arrive after maxWaitMs and is cached then, too.
  fresh.then(
    () => keep(fresh),
    () => {},
  )
  return keep(freshOrCached(fresh, cached.value))
}

const freshOrCached = (fresh: Promise<string>, cached: Promise<string>) =>
  Promise.race([
    fresh,
    sleep(maxWaitMs, undefined, { ref: false }).then(() => cached),
  ]).catch(() => cached)

/** The environment variable that holds the ARN of a secret. */
export const secretVariable = (name: SecretName) =>
  `${name.toUpperCase().replaceAll('-', '_')}_ARN`

let client: SecretsManagerClient | undefined

async function read(name: SecretName): Promise<string> {
  const file = process.env.SECRETS_FILE
  if (file) {
    const secrets = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    return secrets[name] ?? ''
  }
  const SecretId = process.env[secretVariable(name)]
  if (!SecretId) return ''
  client ??= new SecretsManagerClient({ requestHandler: awsTimeouts })
  const { SecretString = '' } = await client.send(
    new GetSecretValueCommand({ SecretId }),
    abortOnTimeout(),
  )
  return SecretString
}
