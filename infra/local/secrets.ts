import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { replaceFile } from '../../print-agent/atomic-file.ts'
import type { SecretName } from '../../shared/deployment/secrets.ts'

/** The secrets of the system on one machine; the last is the simulated node's own. */
type LocalSecret = Exclude<SecretName, 'front-door-secret'> | 'node-limited-password'
export type Secrets = Readonly<Record<LocalSecret, string>>

const names: readonly LocalSecret[] = [
  'token-key',
  'pin-key',
  'webhook-secret',
  'node-password',
  'node-limited-password',
]

/**
 * Reads the secrets from a file that only its owner can read, and creates the missing
 * ones: the PINs and tokens of a used data directory need the keys they were made with.
 * A secret in `overrides` replaces the stored one.
 */
export async function loadOrCreateSecrets(
  file: string,
  overrides: Partial<Record<LocalSecret, string | undefined>>,
): Promise<Secrets> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const stored = JSON.parse(text) as Partial<Secrets>
  const secrets = Object.fromEntries(
    names.map((name) => [name, overrides[name] ?? stored[name] ?? newSecret()]),
  ) as Secrets
  await replaceFile(file, JSON.stringify(secrets, null, 2))
  return secrets
}

const newSecret = () => randomBytes(32).toString('hex')
