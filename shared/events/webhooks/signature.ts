import { createHmac, hkdfSync } from 'node:crypto'
import { validSecrets } from '../../platform/deployment/secrets.ts'

const keyBytes = 32
const prefix = 'whsec_'

/**
 * Inputs that a webhook's secret is derived from; the version before stays valid for a while.
 */
export type Signing = {
  readonly id: string
  readonly secretVersion: number
  readonly earlierSecretUntilMs?: number | undefined
}

/**
 * The secret of a webhook: HKDF-SHA256 of the shop's delivery key with the webhook's id and
 * version. It is stored nowhere, and no webhook's secret reveals another.
 */
export async function webhookSecret({ id, secretVersion }: Signing): Promise<string> {
  const [key = ''] = await validSecrets('delivery-key')
  return `${prefix}${derived(key, id, secretVersion).toString('base64')}`
}

const derived = (key: string, id: string, version: number) =>
  Buffer.from(hkdfSync('sha256', key, 'webhook', `${id}#${version}`, keyBytes))

/**
 * The header `webhook-signature` of Standard Webhooks: a signature with each secret that is
 * valid now, the current one first.
 */
export async function signatures(
  { id, secretVersion, earlierSecretUntilMs = 0 }: Signing,
  content: {
    readonly messageId: string
    readonly timestamp: number
    readonly body: string
  },
  nowMs: number,
): Promise<string> {
  const { messageId, timestamp, body } = content
  const versions = [
    secretVersion,
    ...(earlierSecretUntilMs > nowMs ? [secretVersion - 1] : []),
  ]
  const keys = (await validSecrets('delivery-key')).flatMap((key) =>
    versions.map((version) => derived(key, id, version)),
  )
  return keys
    .map((key) => createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`))
    .map((hmac) => `v1,${hmac.digest('base64')}`)
    .join(' ')
}
