/** Method, path and traits of an endpoint. */
export type Route = {
  readonly method: string
  readonly path: string
  /** True if an Idempotency-Key makes repeated calls one. */
  readonly isKeyed?: true
  readonly isList?: true
  /** True if the body is a form with files. */
  readonly isForm?: true
}

/** The types of an endpoint: its query, body, output and failures. */
export type TypesOf<Endpoint> = Endpoint extends { readonly types?: infer Types }
  ? NonNullable<Types>
  : never

/** A route with its endpoint's types; `types` holds no value. */
export const endpoint =
  <Types>() =>
  <const R extends Route>(route: R): R & { readonly types?: Types } =>
    route

/** Asks a colleague to approve a request as it will be sent, and returns the approval. */
export type AskForApproval = (request: {
  readonly method: string
  readonly path: string
  /** Blank for none. */
  readonly body: string
}) => Promise<string>

/** The parts of a call's input, whatever the endpoint. */
export type Input = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  readonly approval?: AskForApproval
  readonly limit?: number
}
