import { textOf } from '../architecture/sources.ts'

/**
 * Returns the place of a text's first occurrence in a file, such as
 * tests/generated/lists.ts:12; the first line if it has none.
 */
export function placeOf(file: string, text: string): string {
  const at = textOf(file)
    .split('\n')
    .findIndex((line) => line.includes(text))
  return `${file}:${Math.max(at, 0) + 1}`
}
