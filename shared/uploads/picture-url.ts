import { settings } from '../deployment/settings.ts'
import { optionalText } from '../validation/fields.ts'

/**
 * The address of a picture. One that points to this API is kept as its path, so that
 * clients load it through their own relay (open-areas, section 11).
 */
export const pictureUrl = optionalText.transform((url) =>
  typeof url === 'string' ? withoutOwnAddress(url) : url,
)

function withoutOwnAddress(url: string): string {
  const own = settings.publicUrl()
  if (own === '' || !URL.canParse(url)) return url
  // Spelt alike, whatever the case of the host or a port that goes without saying
  const { href } = new URL(url)
  const root = new URL(`${own}/`).href
  return href.startsWith(root) ? href.slice(root.length - 1) : url
}
