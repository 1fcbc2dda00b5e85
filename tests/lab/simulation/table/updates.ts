import { invalid, Refused } from './errors.ts'
import { at, type Path, type Placeholders, parsePath, resolved } from './paths.ts'
import { type Requirement, refuseWrongValues, Tokens } from './tokens.ts'
import { type Attributes, isMap, stored, type Value } from './values.ts'

type Operand = (item: Attributes, given: Placeholders) => Value
type Change = {
  readonly path: Path
  /** The new value; undefined removes the attribute. */
  readonly value: ((item: Attributes, given: Placeholders) => Value) | undefined
}

type Parsed = {
  readonly changes: readonly Change[]
  readonly requirements: readonly Requirement[]
}

const parsed = new Map<string, Parsed>()

/** All update expressions that this process has seen. */
export const updatesSeen = (): string[] => [...parsed.keys()]

/**
 * What an update expression makes of an item. Refuses at once what is wrong in the
 * expression itself. Every value is computed from the item before; throws `Refused` where
 * that does not have what the expression needs.
 */
export function updateOf(
  expression: string,
  given: Placeholders,
): (item: Attributes) => Attributes {
  let found = parsed.get(expression)
  if (!found) {
    const tokens = new Tokens(expression)
    found = { changes: parse(tokens), requirements: tokens.requirements }
    parsed.set(expression, found)
  }
  const { changes, requirements } = found
  refuseWrongValues(requirements, given)
  const paths = changes.map(({ path }) => resolved(path, given))
  refuseOverlaps(paths)
  return (item) => {
    const copy = stored(item) as Record<string, Value>
    const values = changes.map(({ value }) => value?.(item, given))
    for (const [at, path] of paths.entries()) {
      const value = values[at]
      if (value !== undefined) set(copy, path, value)
    }
    for (const [at, path] of paths.entries()) {
      if (values[at] === undefined) remove(copy, path)
    }
    return copy
  }
}

function parse(tokens: Tokens): readonly Change[] {
  const changes: Change[] = []
  while (tokens.peek() !== undefined) {
    const clause = tokens.next().toUpperCase()
    do changes.push(change(clause, tokens))
    while (tokens.takes(','))
  }
  return changes
}

function change(clause: string, tokens: Tokens): Change {
  const path = parsePath(tokens)
  if (clause === 'REMOVE') return { path, value: undefined }
  if (clause === 'SET') {
    tokens.expect('=')
    return { path, value: sum(tokens) }
  }
  if (clause !== 'ADD') throw tokens.wrong()
  tokens.requireType('N')
  const added = operand(tokens)
  return {
    path,
    value: (item, given) => {
      // NULL is a value, and no number
      const before = at(item, resolved(path, given))
      return (before === undefined ? 0 : number(before)) + number(added(item, given))
    },
  }
}

function sum(tokens: Tokens): Operand {
  if (tokens.peek(1) === '+' || tokens.peek(1) === '-') tokens.requireType('N')
  const left = operand(tokens)
  const sign = tokens.takes('+') ? 1 : tokens.takes('-') ? -1 : undefined
  if (sign === undefined) return left
  tokens.requireType('N')
  const right = operand(tokens)
  return (...of) => number(left(...of)) + sign * number(right(...of))
}

function operand(tokens: Tokens): Operand {
  const name = tokens.peek() ?? ''
  if (name.startsWith(':')) {
    tokens.next()
    return (_item, given) => given.values[name] as Value
  }
  if (tokens.peek(1) === '(') return called(tokens)
  const path = parsePath(tokens)
  return (item, given) => {
    const value = at(item, resolved(path, given))
    if (value !== undefined) return value
    throw new Refused(
      'ValidationError',
      'The provided expression refers to an attribute that does not exist in the item',
    )
  }
}

function called(tokens: Tokens): Operand {
  const name = tokens.next()
  tokens.expect('(')
  if (name === 'if_not_exists') {
    const path = parsePath(tokens)
    tokens.expect(',')
    const other = operand(tokens)
    tokens.expect(')')
    return (item, given) => {
      const value = at(item, resolved(path, given))
      return value === undefined ? other(item, given) : value
    }
  }
  if (name !== 'list_append') throw tokens.wrong()
  tokens.requireType('L')
  const left = operand(tokens)
  tokens.expect(',')
  tokens.requireType('L')
  const right = operand(tokens)
  tokens.expect(')')
  return (...of) => [...list(left(...of)), ...list(right(...of))]
}

const wrongType = () =>
  new Refused(
    'ValidationError',
    'An operand in the update expression has an incorrect data type',
  )

function number(value: Value): number {
  if (typeof value !== 'number') throw wrongType()
  return value
}

function list(value: Value): readonly Value[] {
  if (!Array.isArray(value)) throw wrongType()
  return value
}

const wrongPath = () =>
  new Refused(
    'ValidationError',
    'The document path provided in the update expression is invalid for update',
  )

/** The map or list that holds the last step of a path, in a copy that may be changed. */
function holderOf(item: Record<string, Value>, path: Path) {
  const holder = at(item, path.slice(0, -1))
  const step = path.at(-1)
  const fits = typeof step === 'number' ? Array.isArray(holder) : isMap(holder)
  if (!fits || step === undefined) throw wrongPath()
  return { holder: holder as Record<string | number, Value>, step }
}

function set(item: Record<string, Value>, path: Path, value: Value): void {
  const { holder, step } = holderOf(item, path)
  const copy = stored(value)
  // A place behind the end of a list is its end.
  if (Array.isArray(holder)) holder[Math.min(Number(step), holder.length)] = copy
  else holder[step] = copy
}

function remove(item: Record<string, Value>, path: Path): void {
  const { holder, step } = holderOf(item, path)
  if (Array.isArray(holder)) holder.splice(Number(step), 1)
  else delete holder[step]
}

function refuseOverlaps(paths: readonly Path[]): void {
  for (const [index, one] of paths.entries()) {
    const overlaps = paths
      .slice(index + 1)
      .some(
        (other) =>
          other
            .slice(0, one.length)
            .every((step, place) => place >= one.length || step === one[place]) &&
          one.slice(0, other.length).every((step, place) => step === other[place]),
      )
    if (overlaps) throw invalid('Two document paths overlap with each other')
  }
}
