import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { expect, test } from 'vitest'
import { bytesOf, escPos, starPrnt } from '../../../shared/paper/layout/commands.ts'
import { type Line, layout } from '../../../shared/paper/layout/layout.ts'
import { scaleOf } from '../../../shared/paper/layout/paper.ts'
import { printEscPos } from '../../support/printers/escpos-printer.ts'
import type { Printed } from '../../support/printers/paper.ts'
import { printStarPrnt } from '../../support/printers/starprnt-printer.ts'
import { goldenReceipts } from './golden-papers.ts'

const lower = { LEFT: 'left', CENTER: 'center', RIGHT: 'right' } as const

/** Encodes the lines with a library of another make. It draws no picture. */
function otherBytes(
  language: 'esc-pos' | 'star-prnt',
  lines: readonly Line[],
): Uint8Array {
  const encoder = new ReceiptPrinterEncoder({ language, columns: 48 })
  encoder.initialize().codepage('cp858')
  for (const line of lines) {
    if (line.kind === 'text') {
      const { bold, justification } = line.style
      const { width, height } = scaleOf(line.style)
      encoder.align(lower[justification]).bold(bold).size(width, height)
      encoder
        .invert(line.inverse ?? false)
        .text(line.text)
        .newline()
    }
    if (line.kind === 'drawer') encoder.pulse(0, 50, 500)
    if (line.kind === 'cut') encoder.cut('full')
  }
  return encoder.encode()
}

/** Parts that both must print. The other encoder aligns text by blanks, and has no pictures. */
const comparable = (printed: readonly Printed[]) =>
  printed
    .filter((each) => each.kind !== 'picture')
    .map((each) => {
      if (each.kind !== 'text') return each
      const { align: _, text, ...style } = each
      return { ...style, text: text.trim() }
    })
    .filter((each) => each.kind !== 'text' || each.text !== '')

test.each([
  ['ESC/POS', 'esc-pos', escPos, printEscPos],
  ['StarPRNT', 'star-prnt', starPrnt, printStarPrnt],
] as const)(
  'a receipt in %s is that of another encoder',
  (_, language, commands, print) => {
    for (const receipt of Object.values(goldenReceipts)) {
      const lines: Line[] = [...layout(receipt), { kind: 'drawer' }]
      const ours = print(bytesOf(lines, 'cp858', commands))
      expect(comparable(ours)).toEqual(comparable(print(otherBytes(language, lines))))
      expect(ours.slice(-2)).toEqual([
        { kind: 'cut', full: true },
        { kind: 'drawer', pin: 2, onMs: 50 },
      ])
    }
  },
)
