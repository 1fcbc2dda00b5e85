import { createHmac } from 'node:crypto'
import { furtherShop } from '../../current-shop.ts'
import { resources } from '../../platform/deployment/resources.ts'
import { secret } from '../../platform/deployment/secrets.ts'
import { settings } from '../../platform/deployment/settings.ts'

/**
 * The setup code of the current shop, '' where anybody may set it up. It is that of the
 * options for the main shop, and for all on one machine; another one's comes from its own key.
 */
export async function setupCode(): Promise<string> {
  if (!furtherShop() || resources.isLocal()) return settings.setupCode()
  const digest = createHmac('sha256', await secret('token-key')).update('setup-code')
  return digest.digest('base64url').slice(0, 16)
}
