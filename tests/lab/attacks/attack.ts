import type fc from 'fast-check'
import type { Endpoint } from '../../../shared/platform/http/endpoint.ts'
import { bodySchemaOf, escaped, type Ids } from '../../generated/bad-input.ts'

/** A request in its form on the wire: nothing is encoded or corrected on its way. */
export type Request = {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** By lower-case names, the cookies among them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Knowledge and keys of an attacker. */
export type Loot = {
  /** Ids of existing records. */
  readonly ids: Ids
  /** The Cookie header of an administrator with an open wallet. */
  readonly cookies: string
  readonly tokens: { readonly access: string; readonly refresh: string }
  /** Access tokens that must be refused. */
  readonly forged: readonly string[]
  /** The bearer token of an agent. */
  readonly agentToken: string
  readonly webhookSecret: string
}

/**
 * A way to attack endpoints. Each of its requests is one that changes nothing, however an
 * endpoint is implemented within the contract.
 */
export type Attack = {
  readonly name: string
  readonly fits: (endpoint: Endpoint) => boolean
  readonly requests: (endpoint: Endpoint, loot: Loot) => fc.Arbitrary<Request>
  /** The statuses that are right; any but undocumented 5xx where it is left out. */
  readonly expects?: (status: number, endpoint: Endpoint) => boolean
  /** Requests to each endpoint in ten minutes of `npm run test:long`. */
  readonly perEndpoint: number
}

/** Requests that no user may send get these answers; a blocked login gets 429. */
export const isRefused = (status: number) => status >= 400 && status < 500

/** Headers that give every right but an agent's. */
export const authorized = ({ cookies }: Loot) => ({
  cookie: cookies,
  'content-type': 'application/json',
})

/** Headers with the rights that an endpoint asks for. */
export const authorizedFor = ({ access }: Endpoint, loot: Loot) => ({
  ...authorized(loot),
  ...(access === 'agent' && { authorization: `Bearer ${loot.agentToken}` }),
})

export const hasParameters = ({ path }: Endpoint) => path.includes('{')

/** The path with an existing id for each parameter, where one fits. */
export const existingTarget = ({ path }: Endpoint, { ids }: Loot) =>
  path
    .split('/')
    .map((part, at, parts) => {
      if (!part.startsWith('{')) return part
      const name = part === '{id}' ? (parts[at - 1] ?? '') : part.slice(1)
      const kind = Object.keys(ids).find((each) => name.toLowerCase().startsWith(each))
      return escaped(ids[kind ?? ''] ?? 'x')
    })
    .join('/')

/** The path with one value for every parameter, as it is. */
export const targetWith = ({ path }: Endpoint, value: string) =>
  path.replace(/\{\w+\}/g, () => value)

/** True if an endpoint reads a JSON body. */
export const readsJson = ({ body, rawBody }: Endpoint) => body !== undefined && !rawBody

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** True if a body is not JSON, or does not fit the endpoint: it must change nothing. */
export function isInvalidFor({ body: schema }: Endpoint, body: string | Uint8Array) {
  try {
    const text = utf8.decode(Buffer.from(body))
    return schema?.safeParse(JSON.parse(text)).success === false
  } catch {
    return true
  }
}

/** Names of the fields that an endpoint's body must have. */
export const requiredFields = (endpoint: Endpoint): readonly string[] =>
  bodySchemaOf(endpoint).required ?? []

/** Names that every object inherits. */
export const inheritedNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'isPrototypeOf',
] as const
