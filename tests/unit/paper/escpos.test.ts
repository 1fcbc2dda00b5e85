import { describe, expect, it, test } from 'vitest'
import { bytesOf as commandsOf, escPos } from '../../../shared/paper/layout/commands.ts'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { type ElementInput, linesOf, receiptOf } from './receipts.ts'

const page = '1b40 1c2e 1b7402'
const hex = (spaced: string) => Buffer.from(spaced.replaceAll(' ', ''), 'hex')
const bytesOf = (element: ElementInput) =>
  Buffer.from(commandsOf(linesOf(element), 'cp850', escPos))

/** The bytes of one text, without the page set-up, the style and the line feed. */
const textBytes = (value: string) =>
  bytesOf({ type: 'TEXT', value }).subarray(hex(page).length + 9, -1)

test('a receipt resets the printer, selects cp850, feeds five lines and cuts fully', () => {
  const bytes = Buffer.from(commandsOf(layout(receiptOf([])), 'cp850', escPos))
  expect(bytes).toEqual(hex(`${page} 0a0a0a0a0a 1d5600`))
})

test.each([
  ['NORMAL', '00'],
  ['LARGE', '10'],
  ['EXTRA_LARGE', '20'],
] as const)('%s widens characters and never heightens them', (fontSize, size) => {
  expect(bytesOf({ type: 'TEXT', value: 'A', style: { fontSize } })).toEqual(
    hex(`${page} 1b6100 1b4500 1d21${size} 41 0a`),
  )
})

test.each([
  ['LEFT', '00'],
  ['CENTER', '01'],
  ['RIGHT', '02'],
] as const)('%s is left to the printer', (justification, align) => {
  expect(bytesOf({ type: 'TEXT', value: 'A', style: { justification } })).toEqual(
    hex(`${page} 1b61${align} 1b4500 1d2100 41 0a`),
  )
})

test('bold is switched on', () => {
  expect(bytesOf({ type: 'TEXT', value: 'A', style: { bold: true } })).toEqual(
    hex(`${page} 1b6100 1b4501 1d2100 41 0a`),
  )
})

describe('cp850', () => {
  test.each([
    ['áéíóúñÑ', 'a0 82 a1 a2 a3 a4 a5'],
    ['¿¡üßøÅ', 'a8 ad 81 e1 9b 8f'],
    ['§ ¶ £ ×', 'f5 20 f4 20 9c 20 9e'],
    ['│─┼█', 'b3 c4 c5 db'],
    ['é', '82'],
  ])('%s', (value, bytes) => expect(textBytes(value)).toEqual(hex(bytes)))

  test.each([
    ['5 €', '5 EUR'],
    ['“quoted” – it’s…', '"quoted" - it\'s...'],
    ['Łódź, Őr, ﬁn', 'L\xa2d\x7a, Or, fin'],
    ['a\tb\u00a0c', 'a b c'],
    ['soft\u00adhyphen\u200b', 'softhyphen'],
    ['\x1b@\x1dV\x00cut\x7f', '@Vcut'],
  ])('prints %j in the nearest spelling', (value, printed) => {
    expect(textBytes(value).toString('latin1')).toBe(printed)
  })
})

describe('QR codes', () => {
  test.each([
    ['NORMAL', 300],
    ['LARGE', 360],
    ['EXTRA_LARGE', 420],
  ] as const)('%s prints a picture of %d dots', (fontSize, dots) => {
    const style = { fontSize, justification: 'CENTER' } as const
    const bytes = bytesOf({ type: 'QRCODE', value: 'hello', style })
    const command = bytes.subarray(hex(page).length)
    expect(command.subarray(0, 7)).toEqual(hex('1b6101 1d763000'))
    expect(command.readUInt16LE(7)).toBe(Math.ceil(dots / 8))
    expect(command.readUInt16LE(9)).toBe(dots)
    expect(command).toHaveLength(11 + Math.ceil(dots / 8) * dots + 1)
    expect(command.at(-1)).toBe(0x0a)
  })

  it('draws the finder pattern inside a white margin', () => {
    const bytes = bytesOf({ type: 'QRCODE', value: 'hello' })
    const dots = bytes.subarray(hex(page).length + 11, -1)
    const isBlack = (x: number, y: number) =>
      ((dots[y * 38 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
    const module = 300 / (21 + 2)
    const alongTop = [0, 1, 4, 7, 8].map((at) =>
      isBlack(Math.floor((at + 0.5) * module), Math.floor(1.5 * module)),
    )
    expect(alongTop).toEqual([false, true, true, true, false])
    expect(isBlack(150, 0)).toBe(false)
    expect(isBlack(303, 150)).toBe(false)
  })
})
