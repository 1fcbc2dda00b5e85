import { isDeepStrictEqual } from 'node:util'
import { invalid } from './errors.ts'
import {
  type Attributes,
  type Parameters,
  stored,
  textOrder,
  type Value,
} from './values.ts'

/** The names and values that an expression's placeholders stand for. */
type Given = {
  readonly names: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, Value>>
}
type Found = Value | undefined
type Read = (item: Attributes | undefined, given: Given) => Found
type Test = (item: Attributes | undefined, given: Given) => boolean

/** The placeholders of a request. */
export const givenIn = (parameters: Parameters): Given => ({
  names: (parameters.ExpressionAttributeNames ?? {}) as Given['names'],
  values: stored(parameters.ExpressionAttributeValues ?? {}) as Given['values'],
})

/** Parses each expression once. Product and engine agree on what is well-formed. */
function readOnce<T>(parse: (tokens: Tokens) => T): (expression: string) => T {
  const known = new Map<string, T>()
  return (expression) => {
    const made = known.get(expression) ?? parse(new Tokens(expression))
    known.set(expression, made)
    return made
  }
}

/** True if an item, undefined when it is absent, meets a condition expression. */
export const conditionOf = readOnce<Test>(anyOf)

/** Applies an update expression to an item; every value comes from the item before. */
export const updateOf = readOnce((tokens) => {
  const changes: Change[] = []
  while (tokens.peek()) {
    const clause = tokens.next()
    do changes.push(changeOf(clause, tokens))
    while (tokens.takes(','))
  }
  return (item: Attributes, given: Given): Attributes => {
    const copy = stored(item)
    const made = changes.map(({ path, value }) => ({ path, value: value?.(item, given) }))
    for (const { path, value } of made)
      if (value !== undefined) set(copy, path, value, given)
    for (const { path, value } of made) if (value === undefined) remove(copy, path, given)
    return copy as Attributes
  }
})

/** The words and signs of an expression, read one by one. */
class Tokens {
  readonly #texts: readonly string[]
  #at = 0

  constructor(expression: string) {
    this.#texts = expression.match(/[#:]?\w+|<=|>=|<>|\S/g) ?? []
  }

  peek(ahead = 0): string {
    return this.#texts[this.#at + ahead] ?? ''
  }

  next(): string {
    this.#at += 1
    return this.peek(-1)
  }

  /** True if the next token is this one; it is then taken. */
  takes(text: string): boolean {
    const found = this.peek() === text
    if (found) this.#at += 1
    return found
  }

  expect(text: string): void {
    if (!this.takes(text)) throw new Error(`${this.peek()} where ${text} is expected`)
  }
}

function anyOf(tokens: Tokens): Test {
  const left = allOf(tokens)
  if (!tokens.takes('OR')) return left
  const right = anyOf(tokens)
  return (...of) => left(...of) || right(...of)
}

function allOf(tokens: Tokens): Test {
  const left = single(tokens)
  if (!tokens.takes('AND')) return left
  const right = allOf(tokens)
  return (...of) => left(...of) && right(...of)
}

function single(tokens: Tokens): Test {
  if (tokens.takes('NOT')) {
    const test = single(tokens)
    return (...of) => !test(...of)
  }
  if (tokens.takes('(')) {
    const test = anyOf(tokens)
    tokens.expect(')')
    return test
  }
  const left = operand(tokens)
  if (tokens.takes('BETWEEN')) {
    const low = operand(tokens)
    tokens.expect('AND')
    const high = operand(tokens)
    return (...of) =>
      order(left(...of), low(...of)) >= 0 && order(left(...of), high(...of)) <= 0
  }
  if (tokens.takes('IN')) {
    const options = listed(tokens)
    return (...of) => options.some((option) => isSame(left(...of), option(...of)))
  }
  const compare = comparisons[tokens.peek()]
  if (!compare) return (...of) => left(...of) === true
  tokens.next()
  const right = operand(tokens)
  return (...of) => compare(left(...of), right(...of))
}

const isSame = (one: Found, other: Found) =>
  one !== undefined && other !== undefined && isDeepStrictEqual(one, other)

/** A comparison with an absent attribute fails, but for `<>`, which then holds. */
const comparisons: Readonly<Record<string, (one: Found, other: Found) => boolean>> = {
  '=': isSame,
  '<>': (one, other) => !isSame(one, other),
  '<': (one, other) => order(one, other) < 0,
  '<=': (one, other) => order(one, other) <= 0,
  '>': (one, other) => order(one, other) > 0,
  '>=': (one, other) => order(one, other) >= 0,
}

/** The order of two values of one type that has an order; NaN for others. */
function order(one: Found, other: Found): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === 'string' && typeof other === 'string') return textOrder(one, other)
  return Number.NaN
}

function operand(tokens: Tokens): Read {
  const name = tokens.peek()
  if (name.startsWith(':')) {
    tokens.next()
    return (_item, { values }) => values[name]
  }
  if (tokens.peek(1) !== '(') {
    const path = pathOf(tokens)
    return (item, given) => at(item, path, given)
  }
  tokens.next()
  const evaluate = functions[name]
  if (!evaluate) throw new Error(`not in memory: ${name}`)
  const operands = listed(tokens)
  return (...of) => evaluate(...operands.map((each) => each(...of)))
}

/** Operands in brackets. */
function listed(tokens: Tokens): Read[] {
  tokens.expect('(')
  const operands = [operand(tokens)]
  while (tokens.takes(',')) operands.push(operand(tokens))
  tokens.expect(')')
  return operands
}

const functions: Readonly<Record<string, (...values: Found[]) => Found>> = {
  attribute_exists: (value) => value !== undefined,
  attribute_not_exists: (value) => value === undefined,
  begins_with: (text, start) =>
    typeof text === 'string' && typeof start === 'string' && text.startsWith(start),
  if_not_exists: (value, other) => (value === undefined ? other : value),
  list_append: (one, other) => [...list(one), ...list(other)],
  size: (value) =>
    typeof value === 'string' || Array.isArray(value) || value instanceof Uint8Array
      ? value.length
      : Object.keys((value ?? {}) as object).length,
}

type Path = readonly string[]
type Change = { readonly path: Path; readonly value: Read | undefined }

function pathOf(tokens: Tokens): Path {
  const steps = [tokens.next()]
  for (;;) {
    if (tokens.takes('.')) steps.push(tokens.next())
    else if (tokens.takes('[')) {
      steps.push(tokens.next())
      tokens.expect(']')
    } else return steps
  }
}

/** The value at a path; undefined when there is none. */
function at(item: Found, path: Path, { names }: Given): Found {
  let value = item
  for (const step of path) {
    const name = names[step] ?? step
    const holds =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    value = holds ? (value as Attributes)[name] : undefined
  }
  return value
}

function changeOf(clause: string, tokens: Tokens): Change {
  const path = pathOf(tokens)
  if (clause === 'REMOVE') return { path, value: undefined }
  if (clause === 'ADD') {
    const added = operand(tokens)
    return {
      path,
      value: (item, given) => {
        const before = at(item, path, given)
        return (before === undefined ? 0 : number(before)) + number(added(item, given))
      },
    }
  }
  tokens.expect('=')
  const left = operand(tokens)
  const sign = tokens.takes('+') ? 1 : tokens.takes('-') ? -1 : undefined
  const right = sign && operand(tokens)
  const value: Read = (...of) => {
    if (right) return number(left(...of)) + sign * number(right(...of))
    const found = left(...of)
    return found === undefined ? wrongType() : found
  }
  return { path, value }
}

const wrongType = (): never => {
  throw invalid('an operand of the update is missing or has a wrong type')
}

const number = (value: Found) => (typeof value === 'number' ? value : wrongType())

const list = (value: Found): readonly Value[] =>
  Array.isArray(value) ? value : wrongType()

/** The map or list that holds the last step of a path, in a copy that may be changed. */
function holderOf(copy: Value, path: Path, given: Given) {
  const holder = at(copy, path.slice(0, -1), given)
  if (typeof holder !== 'object' || holder === null) return wrongType()
  const step = path.at(-1) ?? ''
  return {
    holder: holder as Record<string, Value> | Value[],
    name: given.names[step] ?? step,
  }
}

function set(copy: Value, path: Path, value: Value, given: Given): void {
  const { holder, name } = holderOf(copy, path, given)
  // A place behind the end of a list is its end
  if (Array.isArray(holder)) holder[Math.min(Number(name), holder.length)] = stored(value)
  else holder[name] = stored(value)
}

function remove(copy: Value, path: Path, given: Given): void {
  const { holder, name } = holderOf(copy, path, given)
  if (Array.isArray(holder)) holder.splice(Number(name), 1)
  else delete holder[name]
}
