import { parse } from 'csv-parse/browser/esm/sync'
import type { Formats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { type Cell, downloadTable } from '../../controls/download-table.ts'
import type { NodeTexts } from './texts/en.ts'
import type { Period } from './wallet-payments.ts'

/**
 * Downloads the payments of a period in and out, oldest first, as the shop's language writes a
 * table. The audit trail has who did. Throws PosError.
 */
export async function downloadPayments(
  period: Period,
  { file }: NodeTexts,
  { decimalSign, offsetAt }: { readonly decimalSign: string } & Pick<Formats, 'offsetAt'>,
): Promise<void> {
  const csv = await pos.wallet.export({ body: period })
  const rows = parse(csv, { columns: true }) as Readonly<Record<string, string>>[]
  const date = (iso: string) => {
    const ms = Date.parse(iso)
    return new Date(ms + offsetAt(ms)).toISOString().slice(0, 16).replace('T', ' ')
  }
  const cells = rows.map((row): Cell[] => [
    date(row.date ?? ''),
    Number(row.amountSat) < 0 ? file.sent : file.received,
    Number(row.amountSat),
    { decimal: satoshisOf(row.feesMsat ?? '') },
    row.description ?? '',
    row.externalId ?? '',
    row.paymentHash ?? '',
    row.txId ?? '',
  ])
  downloadTable(file.name, [file.columns, ...cells], decimalSign)
}

/** Thousandths of a satoshi as satoshis; blank for none. */
const satoshisOf = (milli: string) =>
  milli === ''
    ? ''
    : `${milli.padStart(4, '0').slice(0, -3)}.${milli.padStart(4, '0').slice(-3)}`
