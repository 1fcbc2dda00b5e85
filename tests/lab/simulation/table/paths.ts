import type { Tokens } from './tokens.ts'
import { type Attributes, isMap, type Value } from './values.ts'

/** The names and values that an expression's placeholders stand for. */
export type Placeholders = {
  readonly names: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, Value>>
}

/** A path in an item: names of maps and places in lists. Names may be placeholders. */
export type Path = readonly (string | number)[]

export function parsePath(tokens: Tokens): Path {
  const steps: (string | number)[] = [tokens.next()]
  for (;;) {
    if (tokens.takes('.')) steps.push(tokens.next())
    else if (tokens.takes('[')) {
      steps.push(Number(tokens.next()))
      tokens.expect(']')
    } else return steps
  }
}

/** The path with its placeholders replaced. */
export const resolved = (path: Path, { names }: Placeholders): Path =>
  path.map((step) =>
    typeof step === 'string' && step.startsWith('#') ? (names[step] ?? step) : step,
  )

/** The value at a resolved path; undefined when there is none. */
export function at(item: Attributes | undefined, path: Path): Value | undefined {
  let value: Value | undefined = item
  for (const step of path) {
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined
    else value = isMap(value) && Object.hasOwn(value, step) ? value[step] : undefined
    if (value === undefined) return undefined
  }
  return value
}
