import { type CurrentShop, mainShop } from '../../current-shop.ts'
import { logger } from '../../logger.ts'
import { resources } from '../deployment/resources.ts'
import { settings } from '../deployment/settings.ts'
import { currentOf, findHost, type HostRecord, type ShopState } from './shop-records.ts'

/** The shop that a host leads to, and whether it works. */
export type VisitedShop = { readonly shop: CurrentShop; readonly state: ShopState }

const main: VisitedShop = { shop: mainShop, state: 'open' }

/** Time for which a host's record is used before it is read again. */
export const freshMs = 5_000

/** Time for which it stays in use while the table cannot be reached. */
const usableMs = 5 * 60_000

const maxHosts = 2_000

/** Hosts of no shop that are remembered; any client can name as many as it likes. */
const maxUnknown = 500

type Known = { readonly record: HostRecord | undefined; readonly readAtMs: number }

const known = new Map<string, Known>()
const unknown = new Map<string, Known>()

/**
 * The shop of the host that a viewer asked; undefined when no shop has it. A deployment
 * without a domain for shops has the main one, whatever the host. The host is one that the
 * front door confirms, or on one machine the Host header's.
 */
export async function findVisitedShop(
  host: string | undefined,
  nowMs: number,
): Promise<VisitedShop | undefined> {
  const domain = settings.shopDomain()
  if (domain === '') return main
  const name = host?.toLowerCase().replace(/:\d+$/, '') ?? ''
  if (isMainHost(name, domain)) return main
  const record = hostName.test(name) ? await recordOf(name, nowMs) : undefined
  return (
    record && { shop: currentOf({ ...record, id: record.shop }), state: record.state }
  )
}

/** A client may send any text as a host, also one that is too long for a key. */
const hostName = /^[a-z0-9.-]{1,253}$/

/** The main shop has the deployment's own names, and on one machine all but the shops'. */
const isMainHost = (name: string, domain: string) =>
  name === domain ||
  isOwnHost(name) ||
  (resources.isLocal() ? !name.endsWith(`.${domain}`) : name.endsWith('.cloudfront.net'))

/** True for the deployment's own hosts, which no further shop may have. */
export const isOwnHost = (name: string): boolean =>
  resources.ownHosts().includes(name) ||
  name === URL.parse(settings.publicUrl())?.hostname

async function recordOf(host: string, nowMs: number): Promise<HostRecord | undefined> {
  const last = known.get(host) ?? unknown.get(host)
  // A clock that was set back must not keep an old record
  if (last && Math.abs(nowMs - last.readAtMs) < freshMs) return last.record
  try {
    const record = await findHost(host)
    known.delete(host)
    unknown.delete(host)
    const kept = record ? known : unknown
    kept.set(host, { record, readAtMs: nowMs })
    // The oldest entry goes first
    if (kept.size > (record ? maxHosts : maxUnknown)) {
      kept.delete(kept.keys().next().value ?? '')
    }
    return record
  } catch (error) {
    if (!last || nowMs - last.readAtMs > usableMs) throw error
    logger.error('host-not-read', { host, error: String(error) })
    return last.record
  }
}
