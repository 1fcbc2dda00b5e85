const lists = ['/payments/incoming', '/payments/outgoing']

const reads = [
  '/getinfo',
  '/getbalance',
  ...lists,
  '/payments/incoming/{paymentHash}',
  '/payments/outgoing/{paymentId}',
  '/payments/outgoingbyhash/{paymentHash}',
]

const writes = [
  '/createinvoice',
  '/payinvoice',
  '/payoffer',
  '/sendtoaddress',
  '/bumpfee',
  '/closechannel',
]

const allowed = { GET: reads.map(patternOf), POST: writes.map(patternOf) }

/**
 * True if the cloud may send this request to the node: requests of the wallet, never for
 * the seed, the export or LNURL. Only the two lists accept a query in `path`.
 */
export function isAllowed(method: 'GET' | 'POST', path: string): boolean {
  if (!URL.canParse(path, 'http://node')) return false
  const url = new URL(path, 'http://node')
  // Relative paths, dot segments, backslashes, fragments and other hosts change when parsed.
  if (url.host !== 'node' || url.pathname + url.search !== path) return false
  if (url.search !== '' && !lists.includes(url.pathname)) return false
  return allowed[method].some((pattern) => pattern.test(url.pathname))
}

/**
 * True for a call that may go on after everybody has stopped waiting: a payment to an
 * offer, whose recipient has 30 s for an invoice before the payment begins.
 */
export const mayEndLate = (path: string): boolean => path === '/payoffer'

// Some reverse proxies decode an encoded slash before the request reaches the node.
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/, '(?:(?!%2f|%5c)[^/])+')}$`, 'i')
}
