import { invalid } from './errors.ts'
import type { Placeholders } from './paths.ts'
import { typeOf } from './values.ts'

/** What must hold of the values of a request. */
export type Requirement = (values: Placeholders['values']) => boolean

/** Values that do not fit their places are wrong whatever the items are. */
export function refuseWrongValues(
  requirements: readonly Requirement[],
  { values }: Placeholders,
): void {
  if (!requirements.every((holds) => holds(values))) {
    throw invalid('Incorrect operand type or order')
  }
}

/** Words that an expression gives a meaning. */
const token =
  /\s*(?:(?<text>[#:]?[A-Za-z_][\w-]*)|(?<number>\d+)|(?<sign><=|>=|<>|[=<>()[\],.+-]))/y

/** The tokens of an expression, read one by one. */
export class Tokens {
  readonly requirements: Requirement[] = []
  readonly #texts: string[] = []
  readonly #expression: string
  #at = 0

  constructor(expression: string) {
    this.#expression = expression
    token.lastIndex = 0
    while (token.lastIndex < expression.trimEnd().length) {
      const found = token.exec(expression)
      if (!found) throw this.wrong()
      this.#texts.push(found[0].trim())
    }
  }

  peek(ahead = 0): string | undefined {
    return this.#texts[this.#at + ahead]
  }

  next(): string {
    const text = this.#texts[this.#at]
    if (text === undefined) throw this.wrong()
    this.#at += 1
    return text
  }

  /** Whether the next token is this word or sign, in any case; it is then taken. */
  takes(text: string): boolean {
    const found = this.peek()?.toUpperCase() === text.toUpperCase()
    if (found) this.#at += 1
    return found
  }

  expect(text: string): void {
    if (!this.takes(text)) throw this.wrong()
  }

  /** The next token, if it is a value, must be of one of the types of these letters. */
  requireType(types: string): void {
    const name = this.peek() ?? ''
    if (!name.startsWith(':')) return
    this.requirements.push((values) => {
      const value = values[name]
      return value !== undefined && types.includes(typeOf(value))
    })
  }

  wrong(): Error {
    return invalid(`the expression is wrong near ${this.peek()}: ${this.#expression}`)
  }
}
