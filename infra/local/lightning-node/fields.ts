/** A request that the node refuses, in the plain text it uses for that. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.name = 'Refusal'
    this.status = status
  }
}

/** The refusal of a parameter that cannot be read as what it should be. */
export const unreadable = (name: string, type: string) =>
  new Refusal(400, `Request parameter ${name} couldn't be parsed/converted to ${type}`)

/** The refusal of a request that lacks a parameter. */
export const missing = (name: string) =>
  new Refusal(400, `Request parameter ${name} is missing`)

/** A parameter that must be there. */
export function text(form: URLSearchParams, name: string): string {
  return form.get(name) ?? raise(missing(name))
}

/** A whole number from 1 up that must be there. */
export function positive(form: URLSearchParams, name: string, most?: number): number {
  return optionalPositive(form, name, most) ?? raise(missing(name))
}

/** A whole number from 1 up, null when it is not given. */
export function optionalPositive(
  form: URLSearchParams,
  name: string,
  most = Number.MAX_SAFE_INTEGER,
): number | null {
  const value = form.get(name)
  if (value === null) return null
  const number = /^\d+$/.test(value) ? Number(value) : 0
  if (number < 1 || number > most) throw unreadable(name, 'integer')
  return number
}

function raise(refusal: Refusal): never {
  throw refusal
}
