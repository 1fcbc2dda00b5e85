import type * as z from 'zod'

/** What an endpoint takes: its path's parameters, query and body as they are sent. */
export type InputOf<Endpoint, Route> = ParamsOf<PathOf<Endpoint>> &
  Part<'query', QueryOf<Endpoint>> &
  Part<'body', BodyOf<Endpoint>> &
  KeyOf<Route> & {
    /** Ends the call, and the waiting between its attempts. */
    readonly signal?: AbortSignal
  }

/** What an endpoint answers, whichever of its successes it is. */
export type OutputOf<Endpoint> =
  | WireOf<Field<Endpoint, 'reply'>>
  | AlternativesOf<Endpoint>

type Field<Endpoint, Name extends string> = Endpoint extends {
  readonly [Key in Name]: infer Value
}
  ? Value
  : undefined

type PathOf<Endpoint> = Endpoint extends { readonly path: infer Path extends string }
  ? Path
  : never

type ParamsOf<Path extends string> =
  string extends NamesIn<Path>
    ? unknown
    : [NamesIn<Path>] extends [never]
      ? unknown
      : { readonly params: { readonly [Name in NamesIn<Path>]: string } }

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type QueryOf<Endpoint> = SentAs<Field<Endpoint, 'query'>>

/** Documents show another schema where the declared one is read step by step. */
type BodyOf<Endpoint> = Endpoint extends {
  readonly wireBody: { readonly schema: infer S }
}
  ? SentAs<S>
  : SentAs<Field<Endpoint, 'body'>>

type SentAs<Schema> = Schema extends z.ZodType ? z.input<Schema> : never

/** A part of the input; optional where it may be left out as a whole. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : undefined extends Value
    ? { readonly [Key in Name]?: Value }
    : object extends Value
      ? { readonly [Key in Name]?: Value }
      : { readonly [Key in Name]: Value }

type KeyOf<Route> = Route extends { readonly isKeyed: true }
  ? {
      /**
       * 1 to 255 characters that make repeated calls one. Each call has its own unless it
       * is given: give one to repeat a call whose answer was lost.
       */
      readonly idempotencyKey?: string
    }
  : unknown

type WireOf<Reply> = Reply extends { readonly wire?: infer Wire } ? Wire : never

/** A list's text for no rows is no alternative: clients get an empty array for it. */
type AlternativesOf<Endpoint> = Endpoint extends {
  readonly alternatives: infer Alternatives
}
  ? Endpoint extends { readonly reply: { readonly isList: true } }
    ? Exclude<WireOf<Alternatives[keyof Alternatives]>, string>
    : WireOf<Alternatives[keyof Alternatives]>
  : never
