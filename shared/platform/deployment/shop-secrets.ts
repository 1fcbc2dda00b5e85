import { hkdfSync } from 'node:crypto'
import { furtherShop } from '../../current-shop.ts'
import { unseal } from './seal.ts'
import { type ParsedSecret, type SecretName, validValues } from './secret-fields.ts'

/** The secrets that each shop has of its own. */
export const shopSecrets = [
  'token-key',
  'pin-key',
  'tunnel-key',
  'delivery-key',
  'webhook-secret',
] as const
export type ShopSecretName = (typeof shopSecrets)[number]

/** The version of a secret that seals values from other deployments, and does nothing else. */
export const sealingVersion = 0

/** True if each shop has a secret of its own; the others are the deployment's. */
export const isOfShop = (name: SecretName): name is ShopSecretName =>
  shopSecrets.some((each) => each === name)

/**
 * The valid values of a secret of the current shop, the current one first. The main shop's
 * are the deployment's. Another shop's are derived from them by HKDF-SHA256 with its id and a
 * version, 32 bytes in hex: so no shop's secret reveals another's, a shop gets new ones
 * without the others, and all get new ones with the deployment. The secret of webhooks, which
 * the deployment does not make itself, comes from the key of the tunnel.
 */
export function shopValues(
  parsed: ParsedSecret,
  name: ShopSecretName,
): readonly string[] {
  const shop = furtherShop()
  if (!shop) return validValues(parsed, name)
  const roots = validValues(parsed, name === 'webhook-secret' ? 'tunnel-key' : name)
  const versions = shop.keyVersions?.[name] ?? [1]
  return roots.flatMap((root) =>
    versions.flatMap((version) => {
      const derivedOf = (number: number) => derived(root, `${name}#${shop.id}#${number}`)
      if (typeof version === 'number') return [derivedOf(version)]
      // Another root of a rotation has sealed it
      return unseal(derivedOf(sealingVersion), version) ?? []
    }),
  )
}

const derived = (root: string, info: string) =>
  Buffer.from(hkdfSync('sha256', root, 'lightning-pos', info, 32)).toString('hex')
