import CodepageEncoder, { type Codepage } from '@point-of-sale/codepage-encoder'

/** Paper and actions of a printer, in order. */
export type Printed =
  | ({
      readonly kind: 'text'
      readonly text: string
      readonly align: Align
    } & Style)
  | {
      readonly kind: 'picture'
      readonly align: Align
      readonly widthDots: number
      readonly heightDots: number
      readonly isBlack: (x: number, y: number) => boolean
    }
  | { readonly kind: 'cut'; readonly full: boolean }
  | { readonly kind: 'drawer'; readonly pin: 2 | 5; readonly onMs: number }
  | { readonly kind: 'buzzer'; readonly times: number }

type Style = {
  readonly bold: boolean
  readonly width: number
  readonly height: number
  readonly inverse: boolean
}

export type Align = 'left' | 'center' | 'right'

const dotsPerCharacter = 12

/** The printer's state: what commands change and text is printed with. */
export class Paper {
  readonly printed: Printed[] = []
  readonly #dotsPerLine: number
  align: Align = 'left'
  bold = false
  width = 1
  height = 1
  inverse = false
  codePage: Codepage = 'cp437'
  #line = ''
  #dots = 0
  /** As the line's first visible character was printed. */
  #style: Style | undefined

  /** Paper that fits this many characters of the normal size. */
  constructor(columns: number) {
    this.#dotsPerLine = columns * dotsPerCharacter
  }

  reset(): void {
    this.align = 'left'
    this.bold = false
    this.width = 1
    this.height = 1
    this.inverse = false
    this.codePage = 'cp437'
  }

  /** A character of the code page. Throws when it does not fit the line. */
  character(byte: number): void {
    const character = decode(byte, this.codePage)
    this.#line += character
    if (character !== ' ') this.#style ??= this.#current()
    this.#dots += this.width * dotsPerCharacter
    if (this.#dots > this.#dotsPerLine)
      throw new Error(`"${this.#line}" overflows the paper`)
  }

  lineFeed(): void {
    const { align } = this
    const style = this.#style ?? this.#current()
    this.printed.push({ kind: 'text', text: this.#line, align, ...style })
    this.#line = ''
    this.#dots = 0
    this.#style = undefined
  }

  /**
   * Rows of a picture, from the top, each of whole bytes. Printers drop what is beyond the
   * paper, so it throws when a black dot is there.
   */
  picture(bytesPerRow: number, heightDots: number, rows: Uint8Array): void {
    this.#atLineStart('a picture')
    const widthDots = bytesPerRow * 8
    const isBlack = (x: number, y: number) =>
      ((rows[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
    for (let y = 0; y < heightDots; y++) {
      for (let x = this.#dotsPerLine; x < widthDots; x++) {
        if (isBlack(x, y)) throw new Error('a picture overflows the paper')
      }
    }
    const { align } = this
    this.printed.push({ kind: 'picture', align, widthDots, heightDots, isBlack })
  }

  cut(full: boolean): void {
    this.#atLineStart('a cut')
    this.printed.push({ kind: 'cut', full })
  }

  drawer(pin: 2 | 5, onMs: number): void {
    this.printed.push({ kind: 'drawer', pin, onMs })
  }

  buzzer(times: number): void {
    this.printed.push({ kind: 'buzzer', times })
  }

  #current(): Style {
    const { bold, width, height, inverse } = this
    return { bold, width, height, inverse }
  }

  #atLineStart(what: string): void {
    if (this.#line !== '') throw new Error(`${what} after "${this.#line}" in one line`)
  }
}

/** The texts of the lines that are not blank. */
export const textsOn = (printed: readonly Printed[]): string[] =>
  printed.flatMap((each) =>
    each.kind === 'text' && each.text.trim() !== '' ? [each.text] : [],
  )

const decoders = new Map<string, string>()

function decode(byte: number, codePage: Codepage): string {
  if (byte < 0x20 || byte === 0x7f) throw new Error(`byte ${byte} is not a character`)
  if (byte < 0x7f) return String.fromCharCode(byte)
  const known = decoders.get(codePage) ?? highHalf(codePage)
  decoders.set(codePage, known)
  return known[byte - 0x80] ?? ''
}

// That library knows these two among the controls only.
const signs = {
  cp850: { 244: '¶', 245: '§' },
  cp852: { 245: '§' },
  cp858: { 244: '¶', 245: '§' },
}

/** Bytes 0x80 to 0xFF, found by a library of another make. */
function highHalf(codePage: Codepage): string {
  const characters = Array<string>(128).fill('\ufffd')
  for (let code = 0x80; code < 0x2600; code++) {
    const character = String.fromCharCode(code)
    const [byte = 0] = CodepageEncoder.encode(character, codePage)
    if (byte >= 0x80) characters[byte - 0x80] = character
  }
  for (const [byte, sign] of Object.entries({ ...signs }[codePage as 'cp850'] ?? {})) {
    characters[Number(byte) - 0x80] = sign
  }
  return characters.join('')
}

/** Reads commands and text from the bytes that a printer gets. */
export class Bytes {
  readonly #all: Uint8Array
  #at = 0

  constructor(all: Uint8Array) {
    this.#all = all
  }

  get ended(): boolean {
    return this.#at >= this.#all.length
  }

  next(): number {
    const byte = this.#all[this.#at++]
    if (byte === undefined) throw new Error('the bytes end within a command')
    return byte
  }

  /** A number of two bytes, the low one first. */
  word(): number {
    return this.next() + 256 * this.next()
  }

  take(count: number): Uint8Array {
    const taken = this.#all.subarray(this.#at, this.#at + count)
    if (taken.length < count) throw new Error('the bytes end within a picture')
    this.#at += count
    return taken
  }
}

/** One of several values by its number. Throws for a number that the manual does not have. */
export function chosen<Value>(
  values: Readonly<Record<number, Value>>,
  number: number,
  what: string,
): Value {
  const value = values[number]
  if (value === undefined) throw new Error(`${what} ${number} is unknown`)
  return value
}
