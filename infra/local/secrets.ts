import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { replaceFile } from '../../shared/atomic-file.ts'
import { parseSecret } from '../../shared/platform/deployment/secret-fields.ts'

/**
 * Secrets that the node on this machine shares with the shop; the last is the simulated
 * node's own.
 */
type NodeSecrets = {
  readonly webhookSecret: string
  readonly nodePassword: string
  readonly nodeLimitedPassword: string
}

const created = ['masterKey', 'webhookSecret', 'nodePassword', 'nodeLimitedPassword']

/**
 * Reads the secrets from a file, adds the missing ones and those in `given`, and keeps
 * the rest, which PINs and tokens were made with. Throws when the file is malformed.
 */
export async function loadOrCreateSecrets(
  file: string,
  given: Partial<Record<keyof NodeSecrets, string | undefined>>,
): Promise<NodeSecrets> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const stored = parsed(file, text)
  const missing = created.filter((name) => stored[name] === undefined)
  const secrets = JSON.stringify(
    {
      ...(JSON.parse(text) as object),
      ...Object.fromEntries(missing.map((name) => [name, newSecret()])),
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)),
    },
    null,
    2,
  )
  await replaceFile(file, secrets)
  const {
    webhookSecret = '',
    nodePassword = '',
    nodeLimitedPassword = '',
  } = parsed(file, secrets)
  return { webhookSecret, nodePassword, nodeLimitedPassword }
}

function parsed(file: string, text: string) {
  try {
    const { fields, malformed } = parseSecret(text)
    if (malformed.length === 0) return fields
    throw new Error(`malformed ${malformed.join(', ')}`)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${file}: ${reason}`, { cause })
  }
}

const newSecret = () => randomBytes(32).toString('hex')
