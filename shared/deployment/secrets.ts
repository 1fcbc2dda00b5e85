import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  GetSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { awsTimeouts, withTimeout } from './aws-timeouts.ts'

/** The secrets of a deployment; each function may read only those its group uses. */
export type SecretName =
  | 'token-key'
  | 'pin-key'
  | 'webhook-secret'
  | 'node-password'
  | 'front-door-secret'

/** How long a function keeps a secret, so that a rotated one is taken up. */
const keptMs = 5 * 60_000

/** How long a request waits for a newer value of a secret that is known. */
const momentMs = 250

const kept = new Map<SecretName, { value: Promise<string>; untilMs: number }>()

/**
 * A secret's value, '' when the deployment has none of that name. In the cloud the
 * environment names its Secrets Manager entry (`TOKEN_KEY_ARN`); on one machine all of
 * them stand in the JSON file `SECRETS_FILE`, readable by its owner alone.
 */
export function secret(name: SecretName, nowMs = Date.now()): Promise<string> {
  const held = kept.get(name)
  if (held && held.untilMs > nowMs) return held.value
  const keep = (value: Promise<string>) => {
    kept.set(name, { value, untilMs: nowMs + keptMs })
    return value
  }
  const newer = read(name)
  if (!held) {
    newer.catch(() => kept.delete(name))
    return keep(newer)
  }
  // It may come later than the moment
  newer.then(
    () => keep(newer),
    () => {},
  )
  return keep(withinAMoment(newer, held.value))
}

/** A known value serves on while a newer one cannot be had. */
const withinAMoment = (newer: Promise<string>, known: Promise<string>) =>
  Promise.race([
    newer,
    sleep(momentMs, undefined, { ref: false }).then(() => known),
  ]).catch(() => known)

/** The environment variable that holds the address of a secret. */
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
    withTimeout(),
  )
  return SecretString
}
