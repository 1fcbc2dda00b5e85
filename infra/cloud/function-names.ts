import { groups, socketApis, workers } from '../../functions/all.ts'
import type { Resource } from '../../shared/platform/http/endpoint.ts'

/** One function: its folder's name and the resources that it uses. */
export type FunctionDeclaration = {
  readonly name: string
  readonly uses: readonly Resource[]
}

/** Handles requests that no route matches. It authorizes known paths with a blank id. */
export const fallback: FunctionDeclaration = {
  name: 'fallback',
  uses: ['table:read', 'token-key'],
}

/** Functions that draw a receipt, or put thousands of records or sockets together. */
const computing = ['orders', 'reports', 'templates', 'fan-out', 'replays', 'watchers']

export const usualMegabytes = 512
export const computingMegabytes = 1_024

/**
 * A function's memory, with which its share of a processor grows. Most wait for the table and
 * compute for a few milliseconds. Hashing a PIN is fast enough with 1,024 MB.
 */
export const megabytesOf = ({ name, uses }: FunctionDeclaration): number =>
  uses.includes('pin-key') || computing.includes(name)
    ? computingMegabytes
    : usualMegabytes

/** Calls the functions that are kept warm. */
export const warmer: FunctionDeclaration = { name: 'keep-warm', uses: [] }

/** The names of the functions' folders; each becomes one bundle. */
export const functionNames = [...groups, ...socketApis, ...workers, fallback, warmer].map(
  ({ name }) => name,
)
