import type * as z from 'zod'

/** What a declaration says of an endpoint's query, body and answer; never where it has none. */
export type Declared<Endpoint> = {
  readonly query: SentAs<Field<Endpoint, 'query'>>
  readonly body: BodyOf<Endpoint>
  /** One of its successes. */
  readonly output: WireOf<Field<Endpoint, 'reply'>> | AlternativesOf<Endpoint>
}

type Field<Endpoint, Name extends string> = Endpoint extends {
  readonly [Key in Name]: infer Value
}
  ? Value
  : undefined

/** Documents show another schema where the declared one is read step by step. */
type BodyOf<Endpoint> = Endpoint extends {
  readonly wireBody: { readonly schema: infer S }
}
  ? SentAs<S>
  : SentAs<Field<Endpoint, 'body'>>

type SentAs<Schema> = Schema extends z.ZodType ? z.input<Schema> : never

type WireOf<Reply> = Reply extends { readonly wire?: infer Wire } ? Wire : never

/** A list's text for no rows is no alternative: clients get an empty array for it. */
type AlternativesOf<Endpoint> = Endpoint extends {
  readonly alternatives: infer Alternatives
}
  ? Endpoint extends { readonly reply: { readonly isList: true } }
    ? Exclude<WireOf<Alternatives[keyof Alternatives]>, string>
    : WireOf<Alternatives[keyof Alternatives]>
  : never
