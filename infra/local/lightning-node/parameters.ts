/** A request that the node refuses, in the plain text it uses for that. */
export class NodeError extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.name = 'Refusal'
    this.status = status
  }
}

/** The refusal of a parameter that cannot be read as what it should be. */
export const invalidParameter = (name: string, type: string) =>
  new NodeError(400, `Request parameter ${name} couldn't be parsed/converted to ${type}`)

/** The refusal of a request that lacks a parameter. */
export const missingParameter = (name: string) =>
  new NodeError(400, `Request parameter ${name} is missing`)

/** A parameter that must be there. */
export function requiredText(form: URLSearchParams, name: string): string {
  return form.get(name) ?? raise(missingParameter(name))
}

/** A whole number from 1 up that must be there. */
export function requiredPositiveInteger(
  form: URLSearchParams,
  name: string,
  most?: number,
): number {
  return optionalPositiveInteger(form, name, most) ?? raise(missingParameter(name))
}

/** A whole number from 1 up, null when it is not given. */
export function optionalPositiveInteger(
  form: URLSearchParams,
  name: string,
  most = Number.MAX_SAFE_INTEGER,
): number | null {
  const value = form.get(name)
  if (value === null) return null
  const number = /^\d+$/.test(value) ? Number(value) : 0
  if (number < 1 || number > most) throw invalidParameter(name, 'integer')
  return number
}

function raise(refusal: NodeError): never {
  throw refusal
}
