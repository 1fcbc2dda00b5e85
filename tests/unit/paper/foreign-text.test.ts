import { describe, expect, it, test } from 'vitest'
import {
  defaultSettings,
  type PrinterLanguage,
} from '../../../shared/paper/layout/print-settings.ts'
import { toPrintable } from '../../../shared/paper/layout/printable.ts'
import { readRasterizer, renderPixels } from '../../../shared/paper/layout/rasterizer.ts'
import { printedLines, receiptBytes, toSvg } from '../../../shared/paper/layout/render.ts'
import {
  characterColumns,
  textColumns,
  visualOrder,
  wrap,
} from '../../../shared/paper/layout/text-rows.ts'
import { readUnifont } from '../../../shared/paper/layout/unifont.ts'
import { printEscPos } from '../../support/printers/escpos-printer.ts'
import type { Printed } from '../../support/printers/paper.ts'
import { printStarPrnt } from '../../support/printers/starprnt-printer.ts'
import { foreignReceipts } from './foreign-receipts.ts'
import { linesOf, receiptOf, textsOf } from './receipts.ts'

async function printed(value: string) {
  const elements = [{ type: 'TEXT', value: '{{ticket.tableName}}' }] as const
  const ticket = { ...receiptOf([]).ticket, tableName: value }
  return printEscPos(await receiptBytes(receiptOf([...elements], { ticket })))
}

type Picture = Extract<Printed, { kind: 'picture' }>

const dotsIn = ({ widthDots, heightDots, isBlack }: Picture): number => {
  let dots = 0
  for (let y = 0; y < heightDots; y++) {
    for (let x = 0; x < widthDots; x++) if (isBlack(x, y)) dots++
  }
  return dots
}

test.each([
  ['Japanese', '請求書 カレー', 13],
  ['Cyrillic', 'Щи и йогурт', 11],
  ['Greek', 'Ευχαριστώ', 9],
  ['Arabic', 'شاي', 3],
  ['Hebrew', 'תודה', 4],
  ['Thai', 'ผัดไทย', 5],
  ['emoji', '🍕👨‍👩‍👧👍🏽', 10],
  ['half an emoji', '\ud83c', 1],
  ['a character without a glyph', '\u{20001}', 2],
])('%s is a picture of a line, as wide as its columns', async (_, value, columns) => {
  const [line, ...others] = await printed(value)
  if (line?.kind !== 'picture') throw new Error('no picture')
  const widthDots = Math.ceil((columns * 12) / 8) * 8
  expect(line).toMatchObject({ widthDots, heightDots: 30, align: 'left' })
  expect(dotsIn(line)).toBeGreaterThan(columns * 12)
  expect(others.map(({ kind }) => kind)).toEqual([...Array(5).fill('text'), 'cut'])
})

test('only lines that need it are pictures', async () => {
  const lines = await printed('Café\nКофе\n5 € “it’s”')
  expect(lines.slice(0, 3)).toMatchObject([
    { text: 'Café' },
    { kind: 'picture' },
    { text: '5 EUR "it\'s"' },
  ])
})

test.each(['japanese', 'arabic'])(
  'the picture of a receipt in %s is its bytes',
  async (name) => {
    const { [name]: receipt = receiptOf([]) } = foreignReceipts
    const svg = toSvg(await printedLines(receipt))
    const { rgba, widthPx } = await renderPixels(svg, await readRasterizer())
    const isDark = (x: number, y: number) => (rgba[4 * (y * widthPx + x)] ?? 255) < 128
    let top = 48
    let pictures = 0
    for (const line of printEscPos(await receiptBytes(receipt))) {
      if (line.kind === 'picture') {
        pictures++
        const slack = 576 - line.widthDots
        const left =
          32 + Math.floor({ left: 0, center: slack / 2, right: slack }[line.align])
        for (let y = 0; y < line.heightDots; y++) {
          for (let x = 0; x < line.widthDots; x++) {
            if (isDark(left + x, top + y) === line.isBlack(x, y)) continue
            throw new Error(`dot ${x}, ${y} of picture ${pictures} differs`)
          }
        }
      }
      top += 30
    }
    expect(pictures).toBeGreaterThan(5)
  },
)

test('bold text is darker, and large text wider', async () => {
  const shown = async (style: {
    bold?: boolean
    fontSize?: 'NORMAL' | 'EXTRA_LARGE'
  }) => {
    const receipt = receiptOf([{ type: 'TEXT', value: 'Щи', style }])
    const [line] = printEscPos(await receiptBytes(receipt))
    if (line?.kind !== 'picture') throw new Error('no picture')
    return { dots: dotsIn(line), widthDots: line.widthDots }
  }
  const normal = await shown({})
  const bold = await shown({ bold: true })
  expect(bold.dots).toBeGreaterThan(normal.dots * 1.2)
  const large = { dots: normal.dots * 3, widthDots: normal.widthDots * 3 }
  expect(await shown({ fontSize: 'EXTRA_LARGE' })).toEqual(large)
})

test('a price ends in the last column, whatever the name', () => {
  const names = [
    'Кофе',
    'カレーライス',
    'شاي بالنعناع 250',
    '🍕🍕',
    'กำ',
    'x'.repeat(60),
    '寿'.repeat(30),
  ]
  const items = names.map((name) => ({ quantity: 2, name, price: 1234.5 }))
  const ticket = { ...receiptOf([]).ticket, items }
  const rows = textsOf(linesOf({ type: 'TABLE_ROW' }, { ticket }))
  expect(rows.map(textColumns)).toEqual(names.map(() => 48))
  expect(rows.filter((row) => !row.endsWith(' 1234.50'))).toEqual([])
})

test('every glyph is as wide as its columns', async () => {
  const font = await readUnifont()
  const wrong: string[] = []
  for (let codePoint = 0x20; codePoint < 0x20000; codePoint++) {
    const character = String.fromCodePoint(codePoint)
    const glyph = font(character)
    const columns = characterColumns(character)
    if (glyph && columns > 0 && glyph.widthPx !== columns * 8) wrong.push(character)
  }
  expect(wrong).toEqual([])
})

describe('right to left', () => {
  it('joins letters, keeps numbers, and turns brackets', () => {
    const order = (text: string) => visualOrder(toPrintable(text, { codePage: 'cp850' }))
    // Sheen initial, alef final, yeh isolated, from the right.
    expect(order('شاي')).toBe('\ufef1\ufe8e\ufeb7')
    // Lam with alef is one letter.
    expect(order('لا')).toBe('\ufefb')
    expect(order('תודה (12.50)')).toBe('(12.50) הדות')
    expect(order('2x תודה')).toBe('2x הדות')
  })

  it('keeps marks on their letter, and parts letters at a non-joiner', () => {
    const order = (text: string) => visualOrder(toPrintable(text, { codePage: 'cp850' }))
    expect(order('שָׁ')).toBe('שָׁ'.normalize('NFC'))
    expect(order('ب\u200cب')).toBe('\ufe8f\ufe8f')
    expect(order('بَب')).toBe('\ufe90\ufe91\u064e')
  })

  it('gives the lines of a text the direction of its first letter', () => {
    const value = 'תודה רבה Lightning point of sale and all that follows'
    const texts = textsOf(linesOf({ type: 'TEXT', value: `${value} (!)` }))
    expect(texts.at(-1)).toMatch(/^\(!\)/)
  })
})

test('wide characters wrap one by one, and never split', () => {
  expect(wrap('カレーライス', 5)).toEqual(['カレ', 'ーラ', 'イス'])
  expect(wrap('Tea 寿司 and more', 7)).toEqual(['Tea 寿', '司 and', 'more'])
  expect(wrap('🍕🍕🍕', 5)).toEqual(['🍕🍕', '🍕'])
})

describe('code pages', () => {
  it.each([
    ['cp866', 'Щи №5'],
    ['cp852', 'Łódź'],
    ['cp858', 'ñ 5 €'],
    ['wpc1252', 'ñ 5 € – “it’s”…'],
    ['cp437', 'α ≥ π'],
  ] as const)('%s prints %s as text, in both languages', async (codePage, value) => {
    const on = (language: PrinterLanguage) =>
      receiptBytes(
        receiptOf([{ type: 'TEXT', value }], {
          settings: { ...defaultSettings, codePage, language },
        }),
      )
    expect(printEscPos(await on('escpos'))[0]).toMatchObject({ text: value })
    expect(printStarPrnt(await on('starprnt'))[0]).toMatchObject({ text: value })
  })
})

test('a letter keeps eight marks of as many as there are', () => {
  const marks = '\u0300\u0323'.repeat(15_000)
  expect(Array.from(toPrintable(`x${marks}y`, { codePage: 'cp850' }))).toHaveLength(2)
  expect(
    Array.from(toPrintable(`\u05d0${marks}`, { codePage: 'cp850' })).length,
  ).toBeLessThan(10)
  const [row = ''] = wrap(toPrintable(`\u05d0${marks}`, { codePage: 'cp850' }), 48)
  expect(row.length).toBeLessThan(10)
})

test('a long text of brackets runs in the direction of its first letter', () => {
  const text = `${'('.repeat(20_000)}\u05d0 x`
  expect(visualOrder(text.slice(-5))).toBe(`x \u05d0))`)
})
