import { settings } from '../deployment/settings.ts'
import { optionalText } from '../validation/fields.ts'

/**
 * The URL of a picture. If it points to this API, only its path is stored, so that clients
 * load the picture from the base URL they use themselves.
 */
export const pictureUrl = optionalText.transform((url) =>
  typeof url === 'string' ? withoutOwnOrigin(url) : url,
)

function withoutOwnOrigin(url: string): string {
  const own = settings.publicUrl()
  if (own === '' || !URL.canParse(url)) return url
  // Normalizes the case of the host and removes a default port
  const { href } = new URL(url)
  const root = new URL(`${own}/`).href
  return href.startsWith(root) ? href.slice(root.length - 1) : url
}
