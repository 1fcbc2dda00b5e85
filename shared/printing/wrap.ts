/**
 * Breaks text into lines of at most `columns` characters, at blanks where possible. Text
 * that fits keeps all its blanks: templates align columns with them.
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  let rest = text
  while (rest.length > columns) {
    const end = breakBefore(rest, columns)
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trim()
    if (rest === '') return lines
  }
  return [...lines, rest]
}

function breakBefore(text: string, columns: number): number {
  const blank = text.lastIndexOf(' ', columns)
  const hasWordBefore = blank > 0 && text.slice(0, blank).trim() !== ''
  return hasWordBefore ? blank : columns
}
