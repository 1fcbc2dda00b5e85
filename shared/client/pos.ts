import type { Api, ReceivedPayment } from './api.ts'
import type { InputOf, OutputOf } from './input-types.ts'
import type { FailureOf } from './pos-error.ts'
import type { routes } from './routes.ts'
import type { WatchOptions } from './watch.ts'

type Routes = typeof routes

/** The API: its groups of endpoints, and the payments as they arrive. */
export type Pos = {
  readonly [Group in keyof Routes]: {
    readonly [Name in keyof Routes[Group]]: EndpointCall<
      Api[Group][Name & keyof Api[Group]],
      Routes[Group][Name]
    >
  }
} & {
  readonly payments: {
    /**
     * Yields each payment that the node reports, once, until the signal aborts. It
     * reconnects by itself and asks for what it missed meanwhile. Throws PosError when the
     * session is over.
     */
    readonly watch: (options?: WatchOptions) => AsyncGenerator<ReceivedPayment>
  }
}

/** An endpoint as a function. It throws PosError for every answer but a success. */
export type EndpointCall<Types, Route> = {
  (...input: Arguments<InputOf<Types, Route>>): Promise<OutputOf<Types>>
  /** Whether an error is a failure of this endpoint; narrows it to those it declares. */
  readonly failed: (error: unknown) => error is FailureOf<Types>
} & (Route extends { readonly isList: true }
  ? {
      /** The list in pages of `limit` rows, 1 to 1,000; each page is read when it is asked for. */
      readonly pages: (
        ...input: Arguments<InputOf<Types, Route> & { readonly limit?: number }>
      ) => AsyncGenerator<OutputOf<Types>>
    }
  : unknown)

/** The input may be left out where every part of it may. */
type Arguments<Input> = object extends Input ? [input?: Input] : [input: Input]
