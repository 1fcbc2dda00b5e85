import { groups, socketApis, workers } from '../../functions/all.ts'
import type { Resource } from '../../shared/http/endpoint.ts'

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

/** Calls the functions that are kept warm. */
export const warmer: FunctionDeclaration = { name: 'keep-warm', uses: [] }

/** The names of the functions' folders; each becomes one bundle. */
export const functionNames = [...groups, ...socketApis, ...workers, fallback, warmer].map(
  ({ name }) => name,
)
