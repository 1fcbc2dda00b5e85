import { bech32 } from '@scure/base'

/** Longer than any card's; the bech32 of LNURL has no limit of its own. */
export const maxLnurlLength = 2_000

/**
 * Returns the https URL of a card's text: `lnurlw://` (LUD-17), bech32 with or without
 * `lightning:` (LUD-01), an https URL, or one with bech32 in its parameter `lightning`.
 * Undefined for everything else, such as an lnurl for paying or for logging in.
 */
export function cardUrl(text: string): URL | undefined {
  const lnurl = text.trim()
  if (lnurl.length > maxLnurlLength) return undefined
  const url = bareUrl(lnurl)
  const carried = url?.searchParams.get('lightning')
  const found = carried ? decoded(carried) : url
  const tag = found?.searchParams.get('tag')
  const isForCards = tag === undefined || tag === null || tag === 'withdrawRequest'
  return found?.protocol === 'https:' && isForCards ? found : undefined
}

function bareUrl(lnurl: string): URL | undefined {
  const [, scheme = '', rest = ''] = /^(lightning|lnurlw|https):(.*)$/is.exec(lnurl) ?? []
  switch (scheme.toLowerCase()) {
    case 'https':
      return parsed(lnurl)
    case 'lnurlw':
      return parsed(`https:${rest}`)
    case 'lightning':
      return decoded(rest.replace(/^\/\//, ''))
    default:
      return decoded(lnurl)
  }
}

/** The URL in bech32 of one case. */
function decoded(text: string): URL | undefined {
  try {
    const { prefix, words } = bech32.decode(text, maxLnurlLength)
    const bytes = bech32.fromWords(words)
    if (prefix !== 'lnurl') return undefined
    return parsed(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // Both throw on unreadable text
    return undefined
  }
}

const parsed = (text: string): URL | undefined => URL.parse(text) ?? undefined
