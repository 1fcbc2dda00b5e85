/** An error response of the node: its status and plain text. */
export class NodeError extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.name = 'NodeError'
    this.status = status
  }
}

/** The error for a parameter that cannot be parsed. */
export const invalidParameter = (name: string, type: string) =>
  new NodeError(400, `Request parameter ${name} couldn't be parsed/converted to ${type}`)

/** The error for a missing parameter. */
export const missingParameter = (name: string) =>
  new NodeError(400, `Request parameter ${name} is missing`)

/** A required text parameter. Throws NodeError. */
export function requiredText(form: URLSearchParams, name: string): string {
  return form.get(name) ?? raise(missingParameter(name))
}

/** A required integer of at least 1. Throws NodeError. */
export function requiredPositiveInteger(
  form: URLSearchParams,
  name: string,
  max?: number,
): number {
  return optionalPositiveInteger(form, name, max) ?? raise(missingParameter(name))
}

/** An integer of at least 1, null without the parameter. Throws NodeError. */
export function optionalPositiveInteger(
  form: URLSearchParams,
  name: string,
  max = Number.MAX_SAFE_INTEGER,
): number | null {
  const value = form.get(name)
  if (value === null) return null
  const number = /^\d+$/.test(value) ? Number(value) : 0
  if (number < 1 || number > max) throw invalidParameter(name, 'integer')
  return number
}

function raise(error: NodeError): never {
  throw error
}
