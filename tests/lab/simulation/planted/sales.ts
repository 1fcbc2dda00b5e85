import type { Mutation } from './mutation.ts'

/** Bugs in sales, stock, days, shifts and refunds. */
export const salesBugs: readonly Mutation[] = [
  {
    name: 'stock is taken without a condition',
    file: 'shared/catalog/products.ts',
    from: "when: [...bounds.map(({ when }) => when), hasStock].join(' AND '),",
    to: 'when: hasStock,',
  },
  {
    name: 'stock is read, changed and written back',
    file: 'shared/catalog/stock-adjustment.ts',
    from: "when: [when, hasStock].join(' AND '),",
    to: 'when: hasStock,',
  },
  {
    name: 'a payment hash is sold without its guard',
    file: 'shared/selling/sales/payment-hashes.ts',
    from: '  byHash(payments).map(({ lightning, paymentHash }) => {\n    const cents',
    to: '  byHash([]).map(({ lightning, paymentHash }) => {\n    const cents',
  },
  {
    name: 'a ticket takes the next number without a condition',
    file: 'shared/selling/sales/day-record.ts',
    from: `        last === undefined ? 'attribute_not_exists(#lastNumber)' : '#lastNumber = :seen',
        isAfterZ(lastZ),
        isCountedIn('currency'),
      ].join(' AND '),
      values: { seen: last, lastZ },
`,
    to: `        isAfterZ(lastZ),
        isCountedIn('currency'),
      ].join(' AND '),
      values: { lastZ },
`,
  },
  {
    name: 'a Bitcoin tender without a payment is left out of the day',
    file: 'shared/selling/sell/sell.ts',
    from: '    bitcoinWithoutPayment: bitcoin.withoutPayment,\n',
    to: '',
  },
  {
    name: 'a Bitcoin tender without a payment is not in the audit trail',
    file: 'shared/selling/sell/sell.ts',
    from: '    insertBitcoinAudit(facts.userId, order, bitcoin),\n',
    to: '',
  },
  {
    name: 'overpaid satoshis are left out of the day',
    file: 'shared/selling/sell/sell.ts',
    from: '    overpaidSat: bitcoin.overpaidSat,\n',
    to: '',
  },
  {
    name: 'the close empties the day, whatever was added in between',
    file: 'shared/selling/sales/day-record.ts',
    from: "{ when: '#changes = :seen', values: { seen: seen.changes } }",
    to: "{ when: 'attribute_exists(pk)' }",
  },
  {
    name: 'a link is missing in the order',
    file: 'shared/selling/sales/order-payments.ts',
    from: '{ set: { payments: change(order.payments) } }',
    to: '{ set: { payments: change(order.payments).slice(0, 1) } }',
  },
  {
    name: 'a second shift opens',
    file: 'shared/selling/shifts/shifts.ts',
    from: 'endTime === null ? insertOpenShift(id) : checkNoneOpen(),',
    to: `...(endTime === null
  ? [put({ pk: 'SHOP', sk: 'OPEN-SHIFT', shiftId: id })]
  : []),`,
  },
  {
    name: 'a link is taken away on one side first',
    file: 'shared/selling/sales/ticket-payments.ts',
    from: `      insertLinkAudit(payment, ticketId, false),
`,
    to: `    ])
    await transact([
      insertLinkAudit(payment, ticketId, false),
`,
  },
  {
    name: 'a refund does not see another that was made in between',
    file: 'shared/selling/refunds/finish-refund.ts',
    from: "updateUnchanged(order, ['refundRevision'], {",
    to: "updateUnchanged(order, ['id'], {",
  },
  {
    name: 'a payout whose answer was lost is given up',
    file: 'shared/selling/refunds/pay-out.ts',
    from: 'if (isRefusal(error)) {',
    to: 'if (error instanceof NodeFailure) {',
  },
  {
    name: 'a refund returns the first component of a bundle only',
    file: 'shared/selling/checkout/stock-return.ts',
    from: '? parts.map(',
    to: '? parts.slice(0, 1).map(',
  },
  {
    name: 'the day keeps the taxes of what was given back',
    file: 'shared/selling/refunds/finish-refund.ts',
    from: 'changeOfRefund(refund, taxesOfRefund(refund, lines))',
    to: 'changeOfRefund(refund, [])',
  },
  {
    name: 'a payout that is given up keeps its cents reserved',
    file: 'shared/selling/refunds/payouts.ts',
    from: "      remove: ['refunding'],\n",
    to: '',
  },
  {
    name: 'a refund is paid out by two invoices',
    file: 'shared/selling/refunds/payouts.ts',
    from: "updateUnchanged(order, ['refundRevision', 'refunding'], {",
    to: "updateUnchanged(order, ['id'], {",
  },
  {
    name: 'what the node kept is counted by each who tells it',
    file: 'shared/selling/sales/node-fees.ts',
    from: "'attribute_not_exists(#feeSat) OR #feeSat = :beforeSat'",
    to: "'attribute_not_exists(#feeSat) OR #feeSat >= :beforeSat'",
  },
  {
    name: 'what a customer sent is taken to be what the node received',
    file: 'shared/selling/sales/paid-satoshis.ts',
    from: ': Math.max(askedSat, receivedSat ?? 0)',
    to: ': (receivedSat ?? askedSat)',
  },
  {
    name: 'a payment that is given back can be sold as well',
    file: 'shared/selling/sales/payment-hashes.ts',
    from: `  insert({ ...saleKey(paymentHash), ...use } satisfies HashUse, (current) =>
    usedFailure(current as HashSale | HashUse),
  )`,
    to: '  put({ ...saleKey(paymentHash), ...use } satisfies HashUse)',
  },
  {
    name: 'a payment that was not given back after all is lost',
    file: 'shared/selling/refunds/payment-refund.ts',
    from: `    notification &&
      upsertUnmatched(paymentHash, { ...notification, amountSat: sentOnRecord(known) }),
`,
    to: '',
  },
]
