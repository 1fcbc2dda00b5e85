import bidiModule from 'bidi-js'

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

// Its types take the function for a module with the function as default.
const createBidi = bidiModule as unknown as typeof bidiModule.default

type Bidi = ReturnType<typeof createBidi>

let bidi: Bidi | undefined

/**
 * One line of printable text in the order in which it stands on paper from the left, by the
 * Unicode Bidirectional Algorithm. Its direction is that of its first letter. Marks stay
 * behind their letter.
 */
export const visualOrder = (text: string): string => visualLines([text]).join('')

/** The lines of one text in this order. They have the direction of the text's first letter. */
export function visualLines(lines: string[]): string[] {
  const text = lines.join(' ')
  if (!rightToLeft.test(text)) return lines
  bidi ??= createBidi()
  const [paragraph] = bidi.getEmbeddingLevels(text).paragraphs
  const direction = paragraph?.level === 1 ? 'rtl' : 'ltr'
  return lines.map((line) => reordered(line, direction, bidi ?? createBidi()))
}

function reordered(text: string, direction: 'ltr' | 'rtl', bidi: Bidi): string {
  const levels = bidi.getEmbeddingLevels(text, direction)
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels)
  const letters = new Map(
    [...text.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)].map(({ index, 0: letter }) => {
      const mirror = mirrored.get(index)
      return [index, mirror ? mirror + letter.slice(1) : letter]
    }),
  )
  const order = bidi.getReorderedIndices(text, levels)
  return order.map((index) => letters.get(index) ?? '').join('')
}
