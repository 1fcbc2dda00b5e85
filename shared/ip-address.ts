import { isIP, SocketAddress } from 'node:net'

/**
 * An address in its one spelling, however a proxy wrote it: with brackets, port or zone,
 * in capitals, with zeros spelled out, IPv4 mapped into IPv6. A text that is no address
 * is itself.
 */
export function plainAddress(text: string): string {
  const written = text.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(written) ?? []
  const address = withoutPort(bracketed ?? written).replace(/%.*$/, '')
  if (isIP(address) !== 6) return address
  const { address: spelled } = new SocketAddress({ address, family: 'ipv6' })
  return spelled.replace(/^::ffff:(?=\d+\.)/, '')
}

/** An address with a port is none, until its last part is cut off. */
const withoutPort = (address: string) =>
  isIP(address) === 0 ? address.replace(/:\d+$/, '') : address

/**
 * What one customer of an internet provider has: an IPv4 address, or the /64 network of
 * an IPv6 address, in which a device takes a new address whenever it likes.
 */
export function networkPrefix(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const before = head.split(':')
  const after = tail?.split(':') ?? []
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
