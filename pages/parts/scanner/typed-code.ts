/** A key that was pressed, as KeyboardEvent has it. */
export type Pressed = {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
}

/**
 * A code as it was typed, then as the keys say where the computer's layout is not the scanner's:
 * on a French keyboard the digits of a scanner arrive as signs.
 */
export const codesOf = (pressed: readonly Pressed[]): readonly string[] => [
  ...new Set([pressed.map(({ key }) => key).join(''), pressed.map(physicalOf).join('')]),
]

/** Returns the character of a key on the layout that scanners have unless told otherwise. */
function physicalOf({ key, code, shiftKey }: Pressed): string {
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? []
  if (digit !== undefined) return shiftKey ? key : digit
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  return (!shiftKey && signs[code]) || key
}

const signs: Readonly<Record<string, string>> = { Minus: '-', Period: '.', Slash: '/' }
