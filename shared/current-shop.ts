import { AsyncLocalStorage } from 'node:async_hooks'

/** A shop of a deployment, as far as every request needs it. */
export type CurrentShop = {
  /** A short name such as `corner`; part of everything that is stored or signed for it. */
  readonly id: string
  /**
   * Versions of its derived secrets that are valid now, the current one first; by default 1. A
   * text is a value that the shop brought from another deployment, sealed.
   */
  readonly keyVersions?: Readonly<Partial<Record<string, readonly (number | string)[]>>>
  /** Options that it has otherwise than the deployment, as texts by their names. */
  readonly settings?: Readonly<Partial<Record<string, string>>>
  /** Nothing of it may change: it moves to another deployment. */
  readonly isReadOnly?: true
}

/** The id of a further shop: up to 24 lower-case letters, digits and hyphens, a letter first. */
export const shopId = /^(?!main$)[a-z][a-z0-9-]{0,23}$/

/** The shop that a deployment serves without shops of other hosts: its keys have no prefix. */
export const mainShop: CurrentShop = { id: 'main' }

/** Marks the records that belong to no shop, such as those of hosts and connections. */
const deployment = 'deployment'

const running = new AsyncLocalStorage<CurrentShop | typeof deployment>()

/** Runs work for a shop: what it stores, reads, signs and logs is that shop's. */
export const inShop = <T>(shop: CurrentShop, work: () => T): T => running.run(shop, work)

/** Runs work on the records of the deployment itself. */
export const inDeployment = <T>(work: () => T): T => running.run(deployment, work)

let ofProcess: CurrentShop | undefined

/**
 * Makes a shop the current one wherever no other is: for a program that works for one shop
 * from its start to its end. Functions never call it.
 */
export function serveOnly(shop: CurrentShop): void {
  ofProcess = shop
}

/** The current shop. Throws outside of any, so that nothing is stored in a wrong one. */
export function currentShop(): CurrentShop {
  const shop = running.getStore() ?? ofProcess
  if (shop === undefined || shop === deployment) throw new Error('no shop is current')
  return shop
}

/**
 * The shop that runs unless it is the main one, which is stored and signed for as in a
 * deployment with one shop. Throws outside of any.
 */
export function furtherShop(): CurrentShop | undefined {
  const shop = currentShop()
  return shop.id === mainShop.id ? undefined : shop
}

/** True while the work is on the deployment's own records. */
export const isInDeployment = (): boolean => running.getStore() === deployment

/** The further shop that runs, if any; undefined outside of any shop. */
export function furtherShopIfAny(): CurrentShop | undefined {
  const shop = running.getStore() ?? ofProcess
  return shop === deployment || shop?.id === mainShop.id ? undefined : shop
}
