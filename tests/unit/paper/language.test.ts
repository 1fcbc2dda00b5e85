import { expect, test } from 'vitest'
import { receiptTemplate } from '../../../shared/paper/layout/built-in.ts'
import { formatPrice } from '../../../shared/paper/layout/language.ts'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { sampleTicket } from '../../../shared/paper/layout/sample.ts'
import { linesOf, receiptOf, textsOf } from './receipts.ts'

test.each([
  ['MXN', 'es-MX'],
  ['GTQ', 'es-GT'],
  ['HNL', 'es-HN'],
  ['NIO', 'es-NI'],
  ['PAB', 'es-PA'],
  ['DOP', 'es-DO'],
  ['PEN', 'es-PE'],
  ['CUP', 'es-CU'],
  ['USD', 'es-SV'],
  ['USD', 'es-PR'],
  ['EUR', 'es-ES'],
  ['ARS', 'es-AR'],
  ['BOB', 'es-BO'],
  ['CLP', 'es-CL'],
  ['COP', 'es-CO'],
  ['CRC', 'es-CR'],
  ['PYG', 'es-PY'],
  ['UYU', 'es-UY'],
  ['VES', 'es-VE'],
] as const)('amounts in %s have the decimal sign of %s', (shopCurrency, locale) => {
  const amount = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    useGrouping: false,
  })
  expect(formatPrice(1234.5, { language: 'es', shopCurrency })).toBe(
    amount.format(1234.5),
  )
  expect(formatPrice(1234.5, { language: 'en', shopCurrency })).toBe('1234.50')
})

test.each([
  ['MXN', 'RFC'],
  ['EUR', 'NIF'],
  ['ARS', 'ID fiscal'],
])('a shop with %s has its number as %s', (shopCurrency, label) => {
  const printed = (businessTaxId: string | null) => {
    const receipt = receiptOf([])
    return textsOf(
      layout({
        elements: [...receiptTemplate.in.es],
        ticket: { ...receipt.ticket, details: { language: 'es', shopCurrency } },
        config: receipt.config && { ...receipt.config, businessTaxId },
      }),
    )
  }
  expect(printed('XAXX010101000')).toContain(`${label} XAXX010101000`)
  expect(printed(null).join('\n')).not.toContain(label)
})

test('percentages of taxes and tips have the decimal sign of the amounts', () => {
  const details = {
    taxes: [{ name: 'IVA', ratePercent: 7.5, net: 10, tax: 0.75 }],
    tipSuggestions: [{ percent: '7.5', amount: 1.5 }],
  }
  const printed = (shopCurrency: string) =>
    (['TAX_ROWS', 'TIP_SUGGESTION_ROWS'] as const)
      .flatMap((type) =>
        textsOf(
          linesOf(
            { type },
            {
              ticket: {
                ...sampleTicket,
                details: { ...details, language: 'es', shopCurrency },
              },
            },
          ),
        ),
      )
      .join('\n')
  expect(printed('EUR')).toMatch(/IVA 7,5% .*0,75\n.*\n {2}7,5% .*1,50/)
  expect(printed('MXN')).toMatch(/IVA 7\.5% .*0\.75\n.*\n {2}7\.5% .*1\.50/)
})
