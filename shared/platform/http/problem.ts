import type { FailureKind } from '../../failure.ts'

/** The response to a refused request: a status and one of the contract's body forms. */
export type Problem = {
  readonly status: number
  readonly form: 'message' | 'coded' | 'owned' | 'error' | 'bare' | 'empty'
  readonly text: string
}

/**
 * The problems that an endpoint declares for failures, or the name of the failure that they
 * are to clients; other failures keep their defaults.
 */
export type Problems = Readonly<Partial<Record<FailureKind, Problem | FailureKind>>>

const inForm =
  (form: Problem['form']) =>
  (status: number, text: string): Problem => ({
    status,
    form,
    text,
  })

/** `{"message": text}`, the form of the central handler. */
export const message = inForm('message')

/** `{"message": text, "code": name}` and the details that are numbers or `field`. */
export const coded = inForm('coded')

/** `{"message": text}` with the `takenCode`, and id and name of the product that has it. */
export const owned = inForm('owned')

/** `{"error": text}`, the form of printer and template conflicts. */
export const error = inForm('error')

/** A bare JSON string, the form of route-level validations. */
export const bare = inForm('bare')

/** A status without body. */
export const empty = (status: number): Problem => ({ status, form: 'empty', text: '' })
