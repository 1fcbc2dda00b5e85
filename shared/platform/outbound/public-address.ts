import { BlockList, isIP, isIPv6 } from 'node:net'
import { groupsOf } from '../../ip-address.ts'

/**
 * Addresses that outgoing calls refuse: private, loopback, link-local (cloud metadata among
 * them), carrier-grade NAT, multicast, documentation, reserved. By the IANA registries of
 * special-purpose addresses.
 */
const refused = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  refuse(range, 'ipv4')
}
for (const range of ['2001::/23', '2001:db8::/32', '3fff::/20']) refuse(range, 'ipv6')

/** All that IANA gives out for the public internet of IPv6. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/**
 * True if an IP address, in the spelling of a resolver or socket, is on the public internet.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  const embedded = family === 'ipv6' ? embeddedIPv4(address) : undefined
  if (embedded !== undefined) return isPublicAddress(embedded)
  const isAssigned = family === 'ipv4' || globalUnicast.check(address, family)
  return isAssigned && !refused.check(address, family)
}

/** The IPv4 address in a mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96) or 6to4 (2002::/16) one. */
function embeddedIPv4(address: string): string | undefined {
  const groups = groupsOf(canonical(address))
  const start = groups.slice(0, 6).join(':')
  if (start === '0:0:0:0:0:ffff' || start === '64:ff9b:0:0:0:0') {
    return dotted(groups.slice(6))
  }
  return groups[0] === '2002' ? dotted(groups.slice(1, 3)) : undefined
}

/** A URL's host is in canonical form: lower case, an IPv4 tail as hex, one :: at most. */
const canonical = (address: string) =>
  new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)

const dotted = (groups: readonly string[]) =>
  groups
    .flatMap((group) => [
      Number.parseInt(group, 16) >> 8,
      Number.parseInt(group, 16) & 255,
    ])
    .join('.')

function refuse(range: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = range.split('/')
  refused.addSubnet(address, Number(bits), family)
}
