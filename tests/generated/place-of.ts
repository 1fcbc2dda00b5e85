import { textOf } from '../architecture/sources.ts'

/** Where a file first has a text, such as tests/generated/lists.ts:12; its first line where it has it not. */
export function placeOf(file: string, text: string): string {
  const at = textOf(file)
    .split('\n')
    .findIndex((line) => line.includes(text))
  return `${file}:${Math.max(at, 0) + 1}`
}
