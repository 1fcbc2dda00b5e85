/** What a call takes: its path's parameters, query and body as they are sent. */
export type InputOf<Types, Route> = ParamsOf<Route> &
  Part<'query', Field<Types, 'query'>> &
  Part<'body', Field<Types, 'body'>> &
  KeyOf<Route> & {
    /** Ends the call, and the waiting between its attempts. */
    readonly signal?: AbortSignal
  }

/** What a call answers. */
export type OutputOf<Types> = Field<Types, 'output'>

type Field<Types, Name extends string> = Types extends {
  readonly [Key in Name]: infer Value
}
  ? Value
  : never

type ParamsOf<Route> = Route extends { readonly path: infer Path extends string }
  ? [NamesIn<Path>] extends [never]
    ? unknown
    : { readonly params: { readonly [Name in NamesIn<Path>]: string } }
  : never

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

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
