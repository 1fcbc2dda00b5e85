import dns from 'node:dns'

/*
 * Names such as corner.localhost lead to this machine (RFC 6761). Browsers know that, but
 * not every system's resolver, which Node asks.
 */
const { lookup } = dns

type Callback = (error: Error | null, address: unknown, family?: number) => void

const localLookup = (name: string, ...rest: readonly unknown[]): void => {
  const callback = rest.at(-1) as Callback
  if (!name.endsWith('.localhost')) {
    lookup(name, ...(rest as [dns.LookupOptions, never]))
    return
  }
  const [options] = rest
  const isAll = typeof options === 'object' && (options as dns.LookupOptions).all === true
  const found = { address: '127.0.0.1', family: 4 }
  setImmediate(() =>
    isAll ? callback(null, [found]) : callback(null, found.address, found.family),
  )
}

dns.lookup = localLookup as typeof dns.lookup
