import { shopId } from '../../shared/current-shop.ts'
import { isOwnHost } from '../../shared/platform/shops/visited-shop.ts'
import { Refusal } from './command-line.ts'

/** A queue's name has 80 characters at most, 35 of them after the ids of stack and shop. */
const maxNames = 45

/** Throws `Refusal` for an id or hosts that no shop of the deployment can have. */
export function requireNames(id: string, hosts: readonly string[], stack: string): void {
  if (!shopId.test(id)) {
    throw new Refusal(
      'The id of a shop has up to 24 lower-case letters, digits and hyphens, a letter first.',
    )
  }
  if (id.length + stack.length > maxNames) {
    throw new Refusal(
      `The names of stack and shop have ${maxNames} characters at most, together.`,
    )
  }
  const domain = process.env.SHOP_DOMAIN
  if (!domain) {
    throw new Refusal(
      'This deployment has one shop: set the option shopDomain (POS_SHOPS on one machine).',
    )
  }
  const stray = hosts.find((host) => !isDirectlyUnder(host, domain))
  if (hosts.length === 0 || stray !== undefined) {
    throw new Refusal(
      `Each --host is a name directly under ${domain}, such as ${id}.${domain}: its one ` +
        'certificate covers no others.',
    )
  }
  const own = hosts.find(isOwnHost)
  if (own !== undefined) throw new Refusal(`${own} is a host of the main shop.`)
}

const isDirectlyUnder = (host: string, domain: string) =>
  host.endsWith(`.${domain}`) &&
  /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(host.slice(0, -domain.length - 1))
