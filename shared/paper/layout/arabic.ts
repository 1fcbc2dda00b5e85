/** Forms of a letter by its neighbours, in the order in which Unicode lists them. */
type Forms = { isolated: string; final?: string; initial?: string; medial?: string }

let letters: ReadonlyMap<string, Forms> | undefined

/**
 * Reads the forms of Arabic letters, and of lam with alef, from the presentation forms that
 * Unicode has of them: they follow one another and decompose to the letter.
 */
function readLetters(): ReadonlyMap<string, Forms> {
  const forms = new Map<string, string[]>()
  const blocks = [
    [0xfb50, 0xfbb1],
    [0xfbd3, 0xfbe9],
    [0xfbfc, 0xfbff],
    [0xfe80, 0xfefc],
  ] as const
  for (const [first, last] of blocks) {
    for (let codePoint = first; codePoint <= last; codePoint++) {
      const form = String.fromCodePoint(codePoint)
      const letter = form.normalize('NFKC')
      forms.set(letter, [...(forms.get(letter) ?? []), form])
    }
  }
  // The initial and medial forms of alef maksura stand before the two others.
  forms.set('\u0649', ['\ufeef', '\ufef0', '\ufbe8', '\ufbe9'])
  return new Map(
    [...forms].map(([letter, [isolated = letter, final, initial, medial]]) => [
      letter,
      {
        isolated,
        ...(final && { final }),
        ...(initial && medial && { initial, medial }),
      },
    ]),
  )
}

const tatweel = '\u0640'
const joiner = '\u200d'

/** Arabic letters in their joined forms, in the order of the text. Other text stays as it is. */
export function joinArabic(text: string): string {
  if (!/[\u0620-\u06ff]/.test(text)) return text
  letters ??= readLetters()
  const units = text.match(/\u0644[\u0622\u0623\u0625\u0627]|./gsu) ?? []
  const joined = units.map((unit, at) => {
    const { isolated, final, initial, medial } = letters?.get(unit) ?? { isolated: unit }
    const afterOther = final !== undefined && reachesForward(neighbour(units, at, -1))
    const beforeOther = initial !== undefined && reachesBack(neighbour(units, at, 1))
    if (afterOther && beforeOther) return medial ?? final
    if (afterOther) return final
    return beforeOther ? initial : isolated
  })
  return joined.join('')
}

/** The next letter in a direction; marks do not part letters. */
function neighbour(units: readonly string[], from: number, step: 1 | -1): string {
  let at = from + step
  while (/^\p{Mn}$/u.test(units[at] ?? '')) at += step
  return units[at] ?? ''
}

const isJoiner = (unit: string) => unit === tatweel || unit === joiner

const reachesForward = (unit: string): boolean =>
  isJoiner(unit) || letters?.get(unit)?.initial !== undefined

const reachesBack = (unit: string): boolean =>
  isJoiner(unit) || letters?.get(unit)?.final !== undefined
