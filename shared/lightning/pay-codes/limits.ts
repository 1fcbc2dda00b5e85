import { networkPrefix } from '../../ip-address.ts'
import { hashed } from '../../platform/dynamodb/keys.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { incrementCount, type Write } from '../../platform/dynamodb/write.ts'

/** Limits of the invoices that pay codes make in a minute. */
const perMinute = { address: 10, code: 30, shop: 300 } as const

type Limited = keyof typeof perMinute

/** An invoice beyond one of the limits. */
export class TooManyInvoices extends Error {}

/**
 * Counts an invoice of a pay code against its rate limits. The address comes first and alone, so that
 * one that is over its limit costs a single write. Throws `TooManyInvoices`.
 */
export async function countInvoice(
  codeId: string,
  ip: string,
  nowMs: number,
): Promise<void> {
  await transact([incrementInvoices('address', hashed(networkPrefix(ip)), nowMs)])
  await transact([
    incrementInvoices('code', codeId, nowMs),
    incrementInvoices('shop', 'SHOP', nowMs),
  ])
}

const minuteMs = 60_000

function incrementInvoices(limit: Limited, of: string, nowMs: number): Write {
  const minute = Math.floor(nowMs / minuteMs)
  return incrementCount(
    { pk: `PAY-CODE-RATE#${minute}`, sk: `${limit}#${of}` },
    perMinute[limit],
    () => new TooManyInvoices(),
    { expiresAt: (minute + 3) * 60 },
  )
}
