import { at, type Path, type Placeholders, parsePath, resolved } from './paths.ts'
import { type Requirement, refuseWrongValues, Tokens } from './tokens.ts'
import { type Attributes, equal, order, typeOf, type Value } from './values.ts'

type Item = Attributes | undefined
type Test = (item: Item, given: Placeholders) => boolean
type Operand = (item: Item, given: Placeholders) => Value | undefined

type Parsed = { readonly test: Test; readonly requirements: readonly Requirement[] }

const parsed = new Map<string, Parsed>()

/** All condition expressions that this process has seen. */
export const conditionsSeen = (): string[] => [...parsed.keys()]

/**
 * Tells whether an item, undefined when it is absent, meets a condition expression. Refuses
 * at once what is wrong in the expression itself, as the engine does before it looks at items.
 */
export function conditionOf(
  expression: string,
  given: Placeholders,
): (item: Item) => boolean {
  const { test, requirements } = parsed.get(expression) ?? parse(expression)
  refuseWrongValues(requirements, given)
  return (item) => test(item, given)
}

function parse(expression: string): Parsed {
  const tokens = new Tokens(expression)
  const test = anyOf(tokens)
  if (tokens.peek() !== undefined) throw tokens.wrong()
  const made = { test, requirements: tokens.requirements }
  parsed.set(expression, made)
  return made
}

function anyOf(tokens: Tokens): Test {
  const left = allOf(tokens)
  if (!tokens.takes('OR')) return left
  const right = anyOf(tokens)
  return (item, given) => left(item, given) || right(item, given)
}

function allOf(tokens: Tokens): Test {
  const left = single(tokens)
  if (!tokens.takes('AND')) return left
  const right = allOf(tokens)
  return (item, given) => left(item, given) && right(item, given)
}

function single(tokens: Tokens): Test {
  if (tokens.takes('NOT')) {
    const test = single(tokens)
    return (item, given) => !test(item, given)
  }
  if (tokens.takes('(')) {
    const test = anyOf(tokens)
    tokens.expect(')')
    return test
  }
  return tokens.peek(1) === '(' && tokens.peek() !== 'size'
    ? calledTest(tokens)
    : comparison(tokens)
}

function calledTest(tokens: Tokens): Test {
  const name = tokens.next()
  tokens.expect('(')
  const path = parsePath(tokens)
  const argument = tokens.takes(',') ? operand(tokens) : undefined
  tokens.expect(')')
  const value = (item: Item, given: Placeholders) => at(item, resolved(path, given))
  if (name === 'attribute_exists') return (...of) => value(...of) !== undefined
  if (name === 'attribute_not_exists') return (...of) => value(...of) === undefined
  if (name === 'begins_with' && argument) {
    return (...of) => {
      const [text, start] = [value(...of), argument(...of)]
      return (
        typeof text === 'string' && typeof start === 'string' && text.startsWith(start)
      )
    }
  }
  throw tokens.wrong()
}

const comparisons: Readonly<Record<string, (ordered: number) => boolean>> = {
  '<': (ordered) => ordered < 0,
  '<=': (ordered) => ordered <= 0,
  '>': (ordered) => ordered > 0,
  '>=': (ordered) => ordered >= 0,
}

/** A comparison with an absent attribute fails, but for `<>`, which then holds. */
function comparison(tokens: Tokens): Test {
  const left = operand(tokens)
  if (tokens.takes('BETWEEN')) return between(left, tokens)
  if (tokens.takes('IN')) return oneOf(left, tokens)
  const sign = tokens.next()
  if (comparisons[sign]) tokens.requireType('SNB')
  const right = operand(tokens)
  if (sign === '=') return (...of) => same(left(...of), right(...of))
  if (sign === '<>') return (...of) => !same(left(...of), right(...of))
  const holds = comparisons[sign]
  if (!holds) throw tokens.wrong()
  return (...of) => compared(left(...of), right(...of), holds)
}

function between(left: Operand, tokens: Tokens): Test {
  const names = [tokens.peek() ?? '', tokens.peek(2) ?? '']
  const low = operand(tokens)
  tokens.expect('AND')
  const high = operand(tokens)
  if (names.every((name) => name.startsWith(':'))) {
    tokens.requirements.push((values) => {
      const [from, to] = names.map((name) => values[name])
      return compared(from, to, (ordered) => ordered <= 0)
    })
  }
  return (...of) =>
    compared(left(...of), low(...of), (ordered) => ordered >= 0) &&
    compared(left(...of), high(...of), (ordered) => ordered <= 0)
}

function oneOf(left: Operand, tokens: Tokens): Test {
  tokens.expect('(')
  const options = [operand(tokens)]
  while (tokens.takes(',')) options.push(operand(tokens))
  tokens.expect(')')
  return (...of) => options.some((option) => same(left(...of), option(...of)))
}

const same = (one: Value | undefined, other: Value | undefined) =>
  one !== undefined && other !== undefined && equal(one, other)

function compared(
  one: Value | undefined,
  other: Value | undefined,
  holds: (ordered: number) => boolean,
): boolean {
  if (one === undefined || other === undefined) return false
  const ordered = order(one, other)
  return ordered !== undefined && holds(ordered)
}

function operand(tokens: Tokens): Operand {
  if (tokens.peek() === 'size' && tokens.peek(1) === '(') {
    tokens.next()
    tokens.expect('(')
    const path = parsePath(tokens)
    tokens.expect(')')
    return (item, given) => lengthOf(at(item, resolved(path, given)))
  }
  const name = tokens.peek() ?? ''
  if (name.startsWith(':')) {
    tokens.next()
    return (_item, given) => given.values[name]
  }
  const path: Path = parsePath(tokens)
  return (item, given) => at(item, resolved(path, given))
}

/** `size`: UTF-16 units of a text, bytes of binary data, entries of a list or map. */
function lengthOf(value: Value | undefined): number | undefined {
  if (value === undefined) return undefined
  const type = typeOf(value)
  if (type === 'M') return Object.keys(value as Attributes).length
  return 'SBL'.includes(type) ? (value as string).length : undefined
}
