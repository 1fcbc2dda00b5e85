import type { api, ReceivedPayment, ShopEvent } from './api.ts'
import type { FailureOf } from './pos-error.ts'
import type { AskForApproval, TypesOf } from './route.ts'
import type { KeptTillData } from './till-data.ts'
import type { Closed, EventOptions, Opened, WatchOptions } from './watch.ts'

type Api = typeof api

/** The API: its groups of endpoints, and the payments as they arrive. */
export type Pos = {
  readonly [Group in keyof Api]: {
    readonly [Name in keyof Api[Group]]: EndpointCall<Api[Group][Name]>
  }
} & {
  readonly payments: {
    /**
     * Yields each payment that the node reports, once, until the signal aborts:
     * reconnects and asks for missed payments. It reconnects by itself and asks for what
     * it has missed. Throws PosError when the session is over.
     */
    readonly watch: (options?: WatchOptions) => AsyncGenerator<ReceivedPayment>
  }
  readonly tillData: KeptTillData
  readonly events: {
    /**
     * Yields the changes in the shop, as far as the user may read them, until the signal
     * aborts. It reconnects by itself, and yields `{ type: 'opened' }` first for every socket:
     * load what you show then, and change it by the events that follow. `{ type: 'closed' }`
     * says that no events come until the next one. Throws PosError when the session is over.
     */
    readonly watch: (
      options?: EventOptions,
    ) => AsyncGenerator<ShopEvent | Opened | Closed>
  }
}

/** An endpoint as a function. It throws PosError for every answer but a success. */
export type EndpointCall<Endpoint> = {
  (...input: Arguments<InputOf<Endpoint>>): Promise<OutputOf<Endpoint>>
  /** True if an error is a failure of this endpoint; narrows it to those it declares. */
  readonly failed: (error: unknown) => error is FailureOf<TypesOf<Endpoint>>
} & (Endpoint extends { readonly isList: true }
  ? {
      /** The list in pages of `limit` rows, 1 to 1,000; each page is read when it is asked for. */
      readonly pages: (
        ...input: Arguments<InputOf<Endpoint> & { readonly limit?: number }>
      ) => AsyncGenerator<OutputOf<Endpoint>>
    }
  : unknown)

/** The input may be left out where every part of it may. */
type Arguments<Input> = object extends Input ? [input?: Input] : [input: Input]

/** Input of a call: its path's parameters, query and body as they are sent. */
type InputOf<Endpoint> = ParamsOf<Endpoint> &
  Part<'query', Field<TypesOf<Endpoint>, 'query'>> &
  Part<'body', Field<TypesOf<Endpoint>, 'body'>> &
  KeyOf<Endpoint> & {
    /** Ends the call, and the waiting between its attempts. */
    readonly signal?: AbortSignal
    /** Gets the approval of a colleague, where the user lacks the permission. */
    readonly approval?: AskForApproval
  }

/** Output of a call. */
type OutputOf<Endpoint> = Field<TypesOf<Endpoint>, 'output'>

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
       * Key of 1 to 255 characters that makes repeated calls one. By default each call
       * has its own: give one to repeat a call whose answer was lost.
       */
      readonly idempotencyKey?: string
    }
  : unknown
