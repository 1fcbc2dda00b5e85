import { createHmac } from 'node:crypto'
import { furtherShop } from '../../current-shop.ts'
import { resources } from '../../platform/deployment/resources.ts'
import { secret } from '../../platform/deployment/secrets.ts'
import { settings } from '../../platform/deployment/settings.ts'

/**
 * Returns the setup code of the current shop, '' if anybody may set it up. The main shop, and
 * all shops on one machine, have that of the options; another shop's comes from its own key.
 */
export async function setupCode(): Promise<string> {
  if (!furtherShop() || resources.isLocal()) return settings.setupCode()
  const digest = createHmac('sha256', await secret('token-key')).update('setup-code')
  return digest.digest('base64url').slice(0, 16)
}
