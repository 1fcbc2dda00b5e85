import { receiptTemplate } from '../../../shared/paper/layout/built-in.ts'
import type { Receipt } from '../../../shared/paper/layout/receipt.ts'
import { sampleTicket } from '../../../shared/paper/layout/sample.ts'
import { type ElementInput, receiptOf } from './receipts.ts'

const bold = { bold: true } as const
const title = { bold: true, justification: 'CENTER', fontSize: 'LARGE' } as const
const centered = { justification: 'CENTER' } as const

type Item = Receipt['ticket']['items'][number]

type Shop = {
  readonly name: string
  readonly table: string
  readonly total: string
  readonly thanks: string
  readonly items: readonly (readonly [quantity: number, name: string, price: number])[]
  readonly comment: string
}

function receiptIn({ name, table, total, thanks, items, comment }: Shop): Receipt {
  const elements: ElementInput[] = [
    { type: 'HEADER', value: '{{config.businessName}}', style: title },
    { type: 'TEXT', value: '{{ticket.tableName}}' },
    { type: 'SEPARATOR', value: '-' },
    { type: 'TABLE_ROW' },
    { type: 'TOTAL_ROW', value: total, style: bold },
    { type: 'TEXT', value: thanks, style: { ...centered, fontSize: 'EXTRA_LARGE' } },
    { type: 'FOOTER', value: thanks, style: { justification: 'RIGHT' } },
  ]
  const rows: Item[] = items.map(([quantity, item, price], at) => ({
    quantity,
    name: item,
    price,
    comments: at === 0 ? [comment] : [],
  }))
  const sum = items.reduce((so, [, , price]) => so + price, 0)
  const { config } = receiptOf([])
  return receiptOf(elements, {
    ticket: { ...sampleTicket, tableName: table, items: rows, total: sum },
    config: config && { ...config, businessName: name },
  })
}

/** Receipts of shops whose words cp850 lacks, by the name of their picture. */
export const foreignReceipts: Readonly<Record<string, Receipt>> = {
  japanese: receiptIn({
    name: '珈琲 月の道',
    table: 'テーブル 4、テラス席',
    total: '合計',
    thanks: 'ありがとうございました',
    items: [
      [2, 'カレーライス', 1800],
      [1, '抹茶ラテ (Large) ½', 620.5],
      [1, 'とても長い名前の季節の和菓子と煎茶の特別な盛り合わせセット', 1450],
      [3, 'Espresso', 900],
    ],
    comment: 'アレルギー: 卵なし、乳製品なし。辛さは控えめでお願いします',
  }),
  arabic: receiptIn({
    name: 'مقهى القمر',
    table: 'طاولة 4 (التراس)',
    total: 'الإجمالي',
    thanks: 'شكرا لزيارتكم',
    items: [
      [2, 'شاي بالنعناع', 5],
      [1, 'قهوة عربية 250 غ', 11.9],
      [1, 'بقلاوة (6 قطع) — Baklava', 1234.5],
      [3, 'Espresso', 9],
    ],
    comment: 'بدون سكر، كوب كبير، مع 2 مكعبات ثلج وقليل من الحليب',
  }),
  cyrillic: receiptIn({
    name: 'Кафе «Луна»',
    table: 'Стол 4, терраса',
    total: 'ИТОГО',
    thanks: 'Спасибо!',
    items: [
      [2, 'Кофе с молоком', 5],
      [1, 'Щи с грибами, ёжики, йогурт', 11.9],
      [1, 'Пирог яблочный большой с корицей и ванильным мороженым', 1234.5],
      [3, 'Espresso', 9],
    ],
    comment: 'без сахара, аллергия на орехи',
  }),
  greek: receiptIn({
    name: 'Καφενείο Σελήνη',
    table: 'Τραπέζι 4',
    total: 'ΣΥΝΟΛΟ',
    thanks: 'Ευχαριστούμε',
    items: [
      [2, 'Ελληνικός καφές', 5],
      [1, 'Χωριάτικη σαλάτα, ψωμί', 11.9],
      [3, 'Espresso', 9],
    ],
    comment: 'χωρίς κρεμμύδι',
  }),
  emoji: {
    elements: [...receiptTemplate.in.en],
    ticket: {
      ...sampleTicket,
      items: [
        {
          quantity: 1,
          name: '🍕 Pizza Margherita',
          price: 9.5,
          comments: ['no 🧀 👍🏽'],
        },
        { quantity: 2, name: '☕ Flat white', price: 7 },
        { quantity: 1, name: 'Croissant', price: 2.4 },
        { quantity: 1, name: 'Family 👨‍👩‍👧 menu 🇪🇸 1️⃣', price: 30 },
      ],
      total: 48.9,
    },
    config: receiptOf([]).config,
  },
}
