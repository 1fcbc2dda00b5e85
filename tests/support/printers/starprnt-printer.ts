import { Bytes, chosen, Paper, type Printed } from './paper.ts'

const codePages = {
  1: 'cp437',
  4: 'cp858',
  5: 'cp852',
  6: 'cp860',
  9: 'cp865',
  10: 'cp866',
  32: 'windows1252',
} as const
const alignments = { 0: 'left', 1: 'center', 2: 'right' } as const

/** Prints StarPRNT bytes. Throws for an unknown command. */
export function printStarPrnt(bytes: Uint8Array, columns = 48): Printed[] {
  const [input, paper] = [new Bytes(bytes), new Paper(columns)]
  let pulseMs = 200
  while (!input.ended) {
    const byte = input.next()
    if (byte === 0x0a) paper.lineFeed()
    else if (byte === 0x07) paper.drawer(2, pulseMs)
    else if (byte === 0x1a) paper.drawer(5, pulseMs)
    else if (byte === 0x1b) pulseMs = escCommand(input, paper) ?? pulseMs
    // CAN drops what is not printed yet.
    else if (byte !== 0x0d && byte !== 0x18) paper.character(byte)
  }
  return paper.printed
}

/** Does a command. Gives the length of the drawer's pulse where the command sets it. */
function escCommand(input: Bytes, paper: Paper): number | undefined {
  const command = String.fromCharCode(input.next())
  switch (command) {
    case '@':
      paper.reset()
      return
    case 'E':
      paper.bold = true
      return
    case 'F':
      paper.bold = false
      return
    case '4':
      paper.inverse = true
      return
    case '5':
      paper.inverse = false
      return
    case 'i':
      paper.height = chosen([1, 2, 3, 4, 5, 6], input.next(), 'height')
      paper.width = chosen([1, 2, 3, 4, 5, 6], input.next(), 'width')
      return
    case 'd':
      paper.cut(chosen([true, false, true, false], input.next(), 'cut'))
      return
    // The two-byte characters of Shift JIS, off.
    case '$':
      chosen({ 0: true }, input.next(), 'mode of characters')
      return
    case '\x07': {
      const onMs = input.next() * 10
      input.next()
      return onMs
    }
    case '\x1e':
      if (input.word() !== 0x46) throw new Error('only font A is known')
      return
    case '\x1d':
      gsCommand(input, paper)
      return
    default:
      throw new Error(`ESC ${command} is unknown`)
  }
}

function gsCommand(input: Bytes, paper: Paper): void {
  const command = String.fromCharCode(input.next())
  switch (command) {
    case 't':
      paper.codePage = chosen(codePages, input.next(), 'code page')
      return
    case 'a':
      paper.align = chosen(alignments, input.next(), 'alignment')
      return
    // The buzzer: its pulse is set, then sounds.
    case '\x19': {
      const sounds = chosen({ 17: false, 18: true }, input.next(), 'buzzer')
      const [, times = 0] = input.take(3)
      if (sounds) paper.buzzer(times)
      return
    }
    case 'S': {
      if (input.next() !== 1) throw new Error('only one colour is known')
      const [bytesPerRow, rows] = [input.word(), input.word()]
      if (input.next() !== 0) throw new Error('only black is known')
      paper.picture(bytesPerRow, rows, input.take(bytesPerRow * rows))
      return
    }
    default:
      throw new Error(`ESC GS ${command} is unknown`)
  }
}
