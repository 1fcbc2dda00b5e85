import { createHash } from 'node:crypto'
import { Failure, isFailure } from '../../failure.ts'
import { networkPrefix } from '../../ip-address.ts'
import { hashed } from '../../platform/dynamodb/keys.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { incrementCount } from '../../platform/dynamodb/write.ts'
import { taxLabel } from '../../platform/money/tax-label.ts'
import { soldAtOf } from '../../selling/sales/sale-snapshot.ts'
import { findConfig, type ShopConfig } from '../../selling/shop-config/config.ts'
import { inLanguage, receiptTemplate } from '../layout/built-in.ts'
import { formatPrice, methodName, withDecimalSign, wordsOf } from '../layout/language.ts'
import { defaultSettings } from '../layout/print-settings.ts'
import type { Details, PrintedTicket, Receipt } from '../layout/receipt.ts'
import { receiptPicture } from './drawing.ts'
import { orderTicket, readOrderFacts } from './order-ticket.ts'
import { refuseTooLong } from './print-request.ts'
import { orderOfToken } from './receipt-page-token.ts'
import { logoFor } from './shop-logo.ts'

/** Receipts are shown as long as the audit trail goes back. */
const shownMs = 400 * 24 * 60 * 60_000

/** A longer picture takes more than a request's time. */
const maxLines = 500

/** As wide as the narrowest paper: a phone shows it in letters that can be read. */
const columns = 32

/** A page, and whether it shows a receipt. */
export type ReceiptPage = { readonly isShown: boolean; readonly html: string }

/**
 * Returns the page of a sale's receipt for whoever has its token (GET /r/{token}): without
 * seller, buyer and payment hashes. Otherwise a page that says there is none: for an unknown
 * token, while the shop shows no receipts, for a withdrawn one, and after 400 days.
 */
export async function receiptPage(token: string, nowMs: number): Promise<ReceiptPage> {
  const [config, orderId] = await Promise.all([findConfig(), orderOfToken(token)])
  const ticket =
    config?.receiptPage && orderId !== undefined
      ? await shownReceipt(orderId, config, nowMs)
      : undefined
  return ticket
    ? { isShown: true, html: await shownPage(ticket) }
    : { isShown: false, html: gonePage(config) }
}

type Shown = Pick<Receipt, 'ticket' | 'config'> & { readonly config: ShopConfig }

async function shownReceipt(
  orderId: string,
  config: ShopConfig,
  nowMs: number,
): Promise<Shown | undefined> {
  const facts = await readOrderFacts(orderId).catch((error: unknown) => {
    if (isFailure(error, 'notFound')) return undefined
    throw error
  })
  if (!facts) return undefined
  const { order } = facts
  const isOld = Date.parse(soldAtOf(order)) < nowMs - shownMs
  if (!order.sale || order.receiptPageRevoked || isOld) return undefined
  const sold = orderTicket(facts, config)
  return { ticket: withoutPersons(sold.ticket), config: sold.config ?? config }
}

const withoutPersons = ({ details = {}, ...ticket }: PrintedTicket): PrintedTicket => {
  const { cashier: _cashier, buyer: _buyer, paymentHash: _hash, ...shown } = details
  return { ...ticket, details: shown }
}

async function shownPage(shown: Shown): Promise<string> {
  const { ticket, config } = shown
  const { language = 'en', number, receiptNumber, time = '' } = ticket.details ?? {}
  const words = wordsOf(language)
  const name = config.businessName
  const heading = `${words.receipt.number} ${receiptNumber ?? number ?? ''}`.trim()
  const sums = sumsOf(ticket).map(
    ([label, amount], at) =>
      `<div${at === 0 ? ' class="total"' : ''}><dt>${escaped(label)}</dt><dd>${escaped(amount)}</dd></div>`,
  )
  const picture = await pictureOf(shown)
  return document(language, `${heading} · ${name}`, [
    `<h1>${escaped(name)}</h1>`,
    `<p>${escaped(`${heading} · ${time}`)}</p>`,
    `<dl>${sums.join('')}</dl>`,
    picture === undefined
      ? `<p>${escaped(words.page.tooLong)}</p>`
      : `<img src="data:image/png;base64,${picture}" alt="${escaped(words.page.picture)}">`,
  ])
}

/** Rows of the total, its taxes, its payments, and the refunds. */
function sumsOf({ total, details = {} }: PrintedTicket): (readonly [string, string])[] {
  const { taxes = [], tenders = [], refunds = [], currency = '' } = details
  const words = wordsOf(details.language)
  const sums: (readonly [string, number])[] = [
    [`${words.rows.total} ${currency}`, total ?? 0],
    ...taxes.map((each) => [taxName(each, details), each.tax] as const),
    ...tenders.map((each) => [methodName(each.method, words), each.amount] as const),
    ...refunds.map(
      ({ number = '', amount }) => [`${words.rows.refund} ${number}`, -amount] as const,
    ),
  ]
  return sums.map(([label, amount]) => [label.trim(), formatPrice(amount, details)])
}

const taxName = (
  { name, ratePercent }: { readonly name: string; readonly ratePercent: number },
  details: Details,
) => taxLabel(name, `${withDecimalSign(String(ratePercent), details)}%`)

/** The receipt as PNG in Base64; undefined where it is too long to be drawn. */
async function pictureOf({ ticket, config }: Shown): Promise<string | undefined> {
  const { elements } = inLanguage(receiptTemplate, config.receiptLanguage)
  const receipt: Receipt = {
    elements: [...elements],
    ticket,
    config,
    settings: { ...defaultSettings, columns },
    keepsLetters: true,
    ...(await logoFor(elements, config)),
  }
  try {
    await refuseTooLong(receipt, maxLines)
    return Buffer.from(await receiptPicture(receipt)).toString('base64')
  } catch (error) {
    if (isFailure(error, 'tooManyLines', 'tooMuchText', 'drawingFailed')) return undefined
    throw error
  }
}

const gonePage = (config: ShopConfig | undefined): string => {
  const language = config?.receiptLanguage ?? 'en'
  const { receipt, page } = wordsOf(language)
  return document(language, receipt.number, [`<p>${escaped(page.gone)}</p>`])
}

const style = `:root{color-scheme:light dark;font:17px/1.5 system-ui,sans-serif;background:light-dark(#f4f3ee,#121517);color:light-dark(#1c2226,#e9ecee)}
*{box-sizing:border-box}body{margin:0}
main{max-width:28rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0}p{margin:.25rem 0 0;color:light-dark(#59636b,#a5b0b7)}
dl{margin:1.25rem 0}dl div{display:flex;justify-content:space-between;gap:1rem;padding:.4rem 0;border-bottom:1px solid light-dark(#dedbd2,#2e363b)}
dt{min-width:0}dd{margin:0;font-variant-numeric:tabular-nums;white-space:nowrap}.total{font-size:1.25rem;font-weight:700}
img{display:block;width:100%;height:auto;background:#fff;border-radius:.25rem;box-shadow:0 1px 4px #0003}`

/** The page runs nothing and loads nothing. */
export const receiptPagePolicy = [
  "default-src 'none'",
  'img-src data:',
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const document = (language: string, title: string, parts: readonly string[]): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body><main>
${parts.join('\n')}
</main></body>
</html>
`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => entities[letter] ?? '')

const minuteMs = 60_000

/** Requests for receipts that an address may send in a minute. */
const perMinute = 60

/**
 * Counts a request for a receipt's page against the rate of its address, by the clock's minutes.
 * Throws `callerBusy`.
 */
export async function countReceiptRequest(ip: string, nowMs: number): Promise<void> {
  const minute = Math.floor(nowMs / minuteMs)
  const retryAfter = Math.max(1, Math.ceil(((minute + 1) * minuteMs - nowMs) / 1_000))
  await transact([
    incrementCount(
      { pk: `RECEIPT-PAGE-RATE#${minute}`, sk: hashed(networkPrefix(ip)) },
      perMinute,
      () => new Failure('callerBusy', { retryAfter }),
      { expiresAt: (minute + 3) * 60 },
    ),
  ])
}
