/** How an endpoint is called, and how its failures look. */
export type Route = {
  readonly method: string
  readonly path: string
  /** Whether an Idempotency-Key makes repeated calls one. */
  readonly isKeyed?: true
  readonly isList?: true
  /** Whether the body is a form with files. */
  readonly isForm?: true
  /** Status and text of each failure; null where the text does not tell it. */
  readonly failures: Readonly<
    Record<string, readonly [status: number, template: string | null]>
  >
  /** The codes that stand in the bodies of refusals; absent for an endpoint without any. */
  readonly codes?: readonly string[]
}

/** The parts of a call's input, whatever the endpoint. */
export type Input = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  readonly limit?: number
}
