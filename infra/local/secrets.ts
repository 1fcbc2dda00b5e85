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
 * The secrets in a file that only its owner may read. Those it lacks are made once and
 * kept: PINs and tokens of a used data directory need the keys they were made with. One
 * that is `given` replaces the one kept.
 */
export async function loadOrCreateSecrets(
  file: string,
  given: Partial<Record<LocalSecret, string | undefined>>,
): Promise<Secrets> {
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const known = JSON.parse(kept) as Partial<Secrets>
  const secrets = Object.fromEntries(
    names.map((name) => [name, given[name] ?? known[name] ?? newSecret()]),
  ) as Secrets
  await replaceFile(file, JSON.stringify(secrets, null, 2))
  return secrets
}

const newSecret = () => randomBytes(32).toString('hex')
