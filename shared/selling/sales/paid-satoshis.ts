import type { HashInvoice, HashNotification } from './payment-hashes.ts'

/** Report of the node, or of its notification, about a received payment. */
export type PaymentReport = {
  /** Less the node's fee; null when nobody said it. */
  readonly receivedSat: number | null
  /** Of its invoice; null for any amount, and where the node was not asked. */
  readonly requestedSat: number | null
  /** The node's liquidity fee in millisatoshis; null where the node was not asked. */
  readonly fees: number | null
}

/** The satoshis of a payment that was received, as far as they are known. */
export type PaidSatoshis = {
  /** Amount of its invoice; null for any amount. */
  readonly askedSat: number | null
  /** Satoshis that the customer sent, at least. */
  readonly sentSat: number | null
  readonly receivedSat: number | null
  /** Satoshis that the node kept, for the channel that it opened or grew. */
  readonly nodeFeeSat: number
}

/**
 * Computes the satoshis that a customer sent: a paid invoice of a fixed amount counts in
 * full, though the node received less by its fee; for any other, the fee that the node
 * states is added. Fee credit may pay a part of a fee, so a fee does not show an
 * overpayment of a fixed amount.
 */
export function paidSatoshis(
  { receivedSat, requestedSat, fees }: PaymentReport,
  invoice: Pick<HashInvoice, 'amountSat'> | undefined,
): PaidSatoshis {
  const askedSat = requestedSat ?? invoice?.amountSat ?? null
  const missingSat = receivedSat === null ? 0 : Math.max((askedSat ?? 0) - receivedSat, 0)
  const nodeFeeSat = Math.max(feeSatoshis(fees), missingSat)
  const sentSat =
    askedSat === null
      ? receivedSat && receivedSat + nodeFeeSat
      : Math.max(askedSat, receivedSat ?? 0)
  return { askedSat, sentSat, receivedSat, nodeFeeSat }
}

/** Satoshis of a fee in millisatoshis: the node rounds down what is left after it. */
export const feeSatoshis = (fees: number | null): number => Math.ceil((fees ?? 0) / 1_000)

/** Turns a notification alone into a report. */
export const notified = ({
  amountSat,
}: {
  readonly amountSat?: number | null | undefined
}) =>
  ({
    receivedSat: amountSat ?? null,
    requestedSat: null,
    fees: null,
  }) satisfies PaymentReport

/** Returns the satoshis sent, by the records of a payment; undefined if unknown. */
export const sentOnRecord = ({
  invoice,
  notification,
}: {
  readonly invoice?: Pick<HashInvoice, 'amountSat'> | undefined
  readonly notification?: Pick<HashNotification, 'amountSat'> | undefined
}): number | undefined =>
  paidSatoshis(notified(notification ?? {}), invoice).sentSat ?? undefined
