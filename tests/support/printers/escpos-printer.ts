import { Bytes, chosen, Paper, type Printed } from './paper.ts'

const codePages = {
  0: 'cp437',
  2: 'cp850',
  3: 'cp860',
  5: 'cp865',
  16: 'windows1252',
  17: 'cp866',
  18: 'cp852',
  19: 'cp858',
} as const
const alignments = { 0: 'left', 1: 'center', 2: 'right' } as const

/** Prints ESC/POS bytes. Throws for an unknown command. */
export function printEscPos(bytes: Uint8Array, columns = 48): Printed[] {
  const [input, paper] = [new Bytes(bytes), new Paper(columns)]
  while (!input.ended) {
    const byte = input.next()
    if (byte === 0x0a) paper.lineFeed()
    else if (byte === 0x1b) escCommand(input, paper)
    else if (byte === 0x1c) fsCommand(input)
    else if (byte === 0x1d) gsCommand(input, paper)
    else if (byte !== 0x0d) paper.character(byte)
  }
  return paper.printed
}

function escCommand(input: Bytes, paper: Paper): void {
  const command = String.fromCharCode(input.next())
  switch (command) {
    case '@':
      paper.reset()
      return
    case 't':
      paper.codePage = chosen(codePages, input.next(), 'code page')
      return
    case 'a':
      paper.align = chosen(alignments, input.next(), 'alignment')
      return
    case 'E':
      paper.bold = (input.next() & 1) === 1
      return
    case 'M':
      if (input.next() !== 0) throw new Error('only font A is known')
      return
    case '2':
      return
    case '3':
      input.next()
      return
    case 'B':
      paper.buzzer(input.next())
      input.next()
      return
    case 'p': {
      const pin = chosen({ 0: 2, 1: 5, 48: 2, 49: 5 } as const, input.next(), 'drawer')
      const onMs = input.next() * 2
      input.next()
      paper.drawer(pin, onMs)
      return
    }
    default:
      throw new Error(`ESC ${command} is unknown`)
  }
}

function fsCommand(input: Bytes): void {
  const command = String.fromCharCode(input.next())
  if (command !== '.') throw new Error(`FS ${command} is unknown`)
}

function gsCommand(input: Bytes, paper: Paper): void {
  const command = String.fromCharCode(input.next())
  switch (command) {
    case '!': {
      const size = input.next()
      paper.width = (size >> 4) + 1
      paper.height = (size & 15) + 1
      return
    }
    case 'v': {
      const form = [input.next(), input.next()]
      if (form.join() !== '48,0') throw new Error('GS v: only 0 in normal size is known')
      const [bytesPerRow, rows] = [input.word(), input.word()]
      paper.picture(bytesPerRow, rows, input.take(bytesPerRow * rows))
      return
    }
    case 'B':
      paper.inverse = chosen({ 0: false, 1: true }, input.next(), 'inverse')
      return
    case 'V':
      paper.cut(chosen({ 0: true, 48: true, 1: false, 49: false }, input.next(), 'cut'))
      return
    default:
      throw new Error(`GS ${command} is unknown`)
  }
}
