/** The details of a failure whose name says all. */
export type NoDetails = Readonly<Record<never, never>>

/**
 * Every expected refusal by its name, with the details that its words need. These are for all
 * modules; a module adds its own in its `failures.ts`. What HTTP makes of them is in
 * shared/platform/http/problems.ts.
 */
export interface Failures {
  invalid: { fault: string }
  notFound: NoDetails
  recordChanged: NoDetails
  /** A code also says which one is taken, and the product that has it. */
  alreadyExists: Partial<Record<'takenCode' | 'productId' | 'productName', string>>
  inUse: NoDetails
  nothingProvided: NoDetails
  unauthenticated: NoDetails
  permissionRequired: NoDetails
}

export type FailureKind = keyof Failures

/** `field` is the one field of the request that is to blame, such as `items[0].quantity`. */
type Blamed = { readonly field?: string }

type Rest<Details> = NoDetails extends Details
  ? [details?: Details & Blamed, options?: ErrorOptions]
  : [details: Details & Blamed, options?: ErrorOptions]

/** An expected refusal. The edge gives it a status and words. */
export class Failure<Kind extends FailureKind = FailureKind> extends Error {
  readonly kind: Kind
  readonly details: Readonly<Record<string, string | number>>

  constructor(kind: Kind, ...[details, options]: Rest<Failures[Kind]>) {
    super(kind, options)
    this.name = 'Failure'
    this.kind = kind
    this.details = { ...details }
  }
}

/** True if an error is one of these failures. */
export const isFailure = (error: unknown, ...kinds: readonly FailureKind[]): boolean =>
  error instanceof Failure && kinds.includes(error.kind)

/** A record that was looked up. Throws `notFound` if there is none. */
export function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Failure('notFound')
  return found
}

/** A failure's name as programs outside read it, such as `not_found`. */
export const codeOf = (kind: FailureKind): string =>
  kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
