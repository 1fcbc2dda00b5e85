import { isIP, SocketAddress } from 'node:net'

/**
 * Normalizes an IP address: without brackets, port and zone, in lower case, with zeros
 * shortened, and as IPv4 if it is mapped into IPv6. Other text stays as it is.
 */
export function normalizedAddress(text: string): string {
  const unquoted = text.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(unquoted) ?? []
  const address = withoutPort(bracketed ?? unquoted).replace(/%.*$/, '')
  if (isIP(address) !== 6) return address
  const { address: normalized } = new SocketAddress({ address, family: 'ipv6' })
  return normalized.replace(/^::ffff:(?=\d+\.)/, '')
}

/** A text that is not an address may be one with a port. */
const withoutPort = (address: string) =>
  isIP(address) === 0 ? address.replace(/:\d+$/, '') : address

/**
 * Returns the key of the login rate limit: an IPv4 address, or the /64 network of an IPv6
 * address, because a device can choose any address within its /64.
 */
export const networkPrefix = (address: string): string =>
  isIP(address) === 6 ? groupsOf(address).slice(0, 4).join(':') : address

/** The eight groups of a normalized IPv6 address, in hex without leading zeros. */
export function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail]
}
