import { formatPrice } from './price.ts'
import type { PrintedTicket, Summary } from './printed-ticket.ts'
import type { TemplateElement } from './template.ts'

type Details = NonNullable<PrintedTicket['details']>

type Amounts = readonly (number | string | undefined)[]

const negative = (amount: number | undefined) =>
  amount === undefined ? undefined : -amount

/** What stands on the right of an element's rows. */
function amountsOf(
  { type, value }: TemplateElement,
  { items, total, details = {} }: PrintedTicket,
): Amounts {
  switch (type) {
    case 'TABLE_ROW':
      return items.map(({ price }) => price ?? undefined)
    case 'TOTAL_ROW':
      return total === null ? [] : [totalText(value, total)]
    case 'DISCOUNT_ROWS':
      return [
        details.subtotal,
        negative(details.discount),
        details.addedTax,
        details.adjustment,
      ]
    case 'TIP_ROW':
      return [details.tip]
    case 'TAX_ROWS':
      return taxAmounts(details)
    case 'TENDER_ROWS':
      return (details.tenders ?? []).flatMap(
        ({ amount, given, change, exchangeRate }) => [
          amount,
          given,
          change,
          exchangeRate && `1 BTC = ${exchangeRate}`,
        ],
      )
    case 'REFUND_ROWS':
      return (details.refunds ?? []).map(({ amount }) => -amount)
    case 'SUMMARY_ROWS':
      return (details.summaries ?? [])
        .filter(({ title }: Summary) => value.trim() === '' || title === value)
        .flatMap(({ rows }) => rows.map((row) => row.value))
    case 'HEADER':
    case 'TEXT':
    case 'FOOTER':
    case 'TABLE_HEADER':
    case 'LINE_BREAK':
    case 'SEPARATOR':
    case 'QRCODE':
    case 'LOGO':
      return []
  }
}

/** A total with so much of its label that one can tell what it is. */
const totalText = (label: string, total: number) =>
  `${(label || 'TOTAL').slice(0, 5)} ${formatPrice(total)}`

/** Net and tax stand side by side, aligned below each other. */
function taxAmounts({ taxes = [] }: Details): Amounts {
  const widest = (amounts: readonly number[]) =>
    Math.max(3, ...amounts.map((amount) => formatPrice(amount).length))
  if (taxes.length === 0) return []
  const net = widest(taxes.map((tax) => tax.net))
  return [''.padStart(net + 2 + widest(taxes.map(({ tax }) => tax)))]
}

/** Characters of the widest amount or text that an element prints on the right; 0 without. */
export const widestAmount = (element: TemplateElement, ticket: PrintedTicket): number =>
  amountsOf(element, ticket).reduce<number>((widest, amount) => {
    const text = typeof amount === 'number' ? formatPrice(amount) : (amount ?? '')
    return Math.max(widest, text.length)
  }, 0)
