import { characterColumns, fittingEnd } from './text-columns.ts'

/**
 * Breaks printable text into lines of at most `columns` columns, at blanks and beside wide
 * characters where possible. Text that fits keeps all its blanks: templates align columns
 * with them.
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  let rest = text
  let fitting = fittingEnd(rest, columns)
  while (fitting < rest.length) {
    const end = breakBefore(rest, fitting)
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trim()
    if (rest === '') return lines
    fitting = fittingEnd(rest, columns)
  }
  return [...lines, rest]
}

/** The last place up to `fitting` where a line may end; `fitting` when there is none. */
function breakBefore(text: string, fitting: number): number {
  const firstWord = text.search(/\S/)
  for (let at = fitting; at > firstWord && at > 0; at--) {
    if (text[at] === ' ' || isBesideWide(text, at)) return at
  }
  return fitting
}

function isBesideWide(text: string, at: number): boolean {
  const [before, after] = [characterBefore(text, at), characterAt(text, at)]
  if (isLowSurrogate(text, at) || characterColumns(after) === 0) return false
  return characterColumns(after) === 2 || characterColumns(before) === 2
}

const characterAt = (text: string, at: number): string =>
  String.fromCodePoint(text.codePointAt(at) ?? 0x20)

const characterBefore = (text: string, at: number): string =>
  characterAt(text, isLowSurrogate(text, at - 1) ? at - 2 : at - 1)

const isLowSurrogate = (text: string, at: number): boolean =>
  /[\udc00-\udfff]/.test(text[at] ?? '')
