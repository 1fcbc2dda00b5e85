import type { Failure, FailureDetails, FailureKind } from '../failure.ts'

/** The response to a refused request: a status and one of the contract's body forms. */
export type Problem = {
  status: number
  form: 'message' | 'error' | 'bare' | 'empty'
  text: string
  /** What programs tell the problem by, beside its message. */
  code?: string | undefined
  /** Further members of a body that has a code. */
  members?: FailureDetails
}

/** The problems an endpoint declares for failures; other failures keep their defaults. */
export type Problems = Readonly<Partial<Record<FailureKind, Problem>>>

/** `{"message": text}`, the form of the central handler. */
export const message = (status: number, text: string): Problem => ({
  status,
  form: 'message',
  text,
})

/** `{"error": text}`, the form of printer and template conflicts. */
export const error = (status: number, text: string): Problem => ({
  status,
  form: 'error',
  text,
})

/** A bare JSON string, the form of route-level validations. */
export const bare = (status: number, text: string): Problem => ({
  status,
  form: 'bare',
  text,
})

/** A status without body. */
export const empty = (status: number): Problem => ({ status, form: 'empty', text: '' })

/** The endpoint's problem for a failure, with its details and the path's filled in. */
export function problemFor(
  failure: Failure,
  declared: Problems,
  params: Readonly<Record<string, string | undefined>>,
): Problem {
  const problem = declared[failure.kind] ?? failure
  return {
    status: problem.status,
    form: problem.form,
    text: fill(problem.text, { ...params, ...failure.details }),
    code: problem.code,
    members: membersOf(failure.details),
  }
}

/** The JSON body of a problem, undefined for a problem without body. */
export function problemBody({ form, text, code, members }: Problem): unknown {
  switch (form) {
    case 'bare':
      return text
    case 'message':
      return code === undefined ? { message: text } : { message: text, code, ...members }
    case 'error':
      return { error: text }
    case 'empty':
      return undefined
  }
}

const membersOf = (details: FailureDetails): FailureDetails =>
  Object.fromEntries(
    Object.entries(details).filter(
      ([name, value]) => name === 'field' || typeof value === 'number',
    ),
  )

const fill = (
  text: string,
  details: Readonly<Record<string, string | number | undefined>>,
) => text.replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole))
