import type * as z from 'zod'
import type { AgentRecord } from '../../agents/agents.ts'
import type { Caller } from '../../people/auth/tokens.ts'
import type { TillToken } from '../../people/tills/note-till.ts'
import type { TillRecord } from '../../people/tills/till-records.ts'
import type { PublicUrls } from '../deployment/public-urls.ts'
import type { Page } from '../dynamodb/page.ts'
import type { RequestKey } from '../idempotency/request-key.ts'
import type { Endpoint } from './endpoint.ts'
import type { Alternative, ValueOf } from './reply.ts'

/** Input of a handler: validated and typed, with its caller. */
export type Call<E extends Endpoint = Endpoint> = {
  readonly params: Params<E['path']>
  readonly query: Output<E['query']>
  readonly body: E['deferBody'] extends true ? () => Output<E['body']> : Output<E['body']>
  readonly caller: CallerOf<E['access']>
  readonly request: RequestFacts
  /** The till whose token the request has; none while the deployment has no tills. */
  readonly till: RequestTill | undefined
  /** The Idempotency-Key that the request runs under, if any. */
  readonly key: RequestKey | undefined
  /** The page of a list that was asked for; undefined for all of it. */
  readonly page: Page | undefined
}

/** A till by its token. */
export type RequestTill = TillRecord & Pick<TillToken, 'generation'>

/** The facts of a request that are not its content. */
export type RequestFacts = PublicUrls & {
  readonly id: string
  readonly ip: string
  readonly https: boolean
  readonly nowMs: number
  /** The path as it was sent, without the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cookies: ReadonlyMap<string, string>
  /** The body's bytes as they arrived. */
  readonly bytes: () => Buffer
  /** Adds Set-Cookies to the response, also to a refusal: a renewed token counts anyway. */
  readonly setCookies: (cookies: readonly string[]) => void
}

/** Handlers of a group, by endpoint. */
export type Handlers<E extends Record<string, Endpoint>> = {
  readonly [Name in keyof E]: (
    call: Call<E[Name]>,
  ) => Result<E[Name]> | Promise<Result<E[Name]>>
}

/** A handler's return value: its reply's value, or one of the declared alternatives. */
type Result<E extends Endpoint> =
  | ValueOf<E['reply']>
  | Alternative<Extract<keyof NonNullable<E['alternatives']>, string>>

type Output<S> = S extends z.ZodType ? z.output<S> : undefined

type CallerOf<A> = A extends 'public'
  ? undefined
  : A extends 'login-screen' | 'token-once-set-up'
    ? Caller | undefined
    : A extends 'agent'
      ? AgentRecord
      : Caller

type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & Params<Rest>
  : unknown
