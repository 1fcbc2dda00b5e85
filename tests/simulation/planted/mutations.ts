import type { Mutation } from './mutation.ts'

/** Bugs of the kinds that lose sales: the first 200 seeds find each of them. */
export const mutations: readonly Mutation[] = [
  {
    name: 'stock is taken without a condition',
    file: 'shared/catalog/products.ts',
    from: 'add: { quantity }, when, values: { bound } }',
    to: 'add: { quantity }, when: only }',
  },
  {
    name: 'stock is read, changed and written back',
    file: 'shared/catalog/products.ts',
    from: `  await transact(
    [
      ...[...sums].map(([id, quantity]) =>
        updateStock(id, quantity, insufficientStock, noBundle),
      ),`,
    to: `  const products = await Promise.all([...sums.keys()].map(findProduct))
  await transact(
    [
      ...[...sums].map(([id, change], at) => {
        const quantity = (products[at]?.quantity ?? 0) + change
        if (quantity < 0) throw insufficientStock()
        return update(productKey(id), { set: { quantity } }, insufficientStock)
      }),`,
  },
  {
    name: 'a payment hash is sold without its guard',
    file: 'shared/sales/earlier-sale.ts',
    from: 'if (!lightning?.paymentHash) return []',
    to: "if (lightning?.paymentHash !== '') return []",
  },
  {
    name: 'a ticket takes the next number without a condition',
    file: 'shared/sales/day-record.ts',
    from: `      when:
        last === undefined ? 'attribute_not_exists(#lastNumber)' : '#lastNumber = :seen',
      values: { seen: last },
`,
    to: '',
  },
  {
    name: 'the close empties the day, whatever was added meanwhile',
    file: 'shared/sales/day-record.ts',
    from: "{ when: '#changes = :seen', values: { seen: changes } }",
    to: "{ when: 'attribute_exists(pk)' }",
  },
  {
    name: 'each attempt of a transaction has a token of its own',
    file: 'shared/dynamodb/transact.ts',
    from: 'ClientRequestToken: randomUUID(),',
    to: 'get ClientRequestToken() { return randomUUID() },',
  },
  {
    name: 'a link is missing in the order',
    file: 'shared/sales/order-payments.ts',
    from: 'set: { payments: change(order.payments) },',
    to: 'set: { payments: change(order.payments).slice(0, 1) },',
  },
  {
    name: 'the name of a user has no guard',
    file: 'shared/staff/users.ts',
    from: '[insert(user), insertName(user)]',
    to: `[
  insert(user),
  put({ ...userNameKey(user.name), userId: user.id, roleId: user.roleId }),
]`,
  },
  {
    name: 'a second shift opens',
    file: 'shared/shifts/shifts.ts',
    from: 'endTime === null ? insertOpenShift(id) : checkNoneOpen(),',
    to: `...(endTime === null
  ? [put({ pk: 'SHOP', sk: 'OPEN-SHIFT', shiftId: id })]
  : []),`,
  },
  {
    name: 'a response is stored after its transaction',
    file: 'shared/http/idempotency/keyed-request.ts',
    from: 'if (!request || value === undefined) return []',
    to: 'if (!request || value !== undefined) return []',
  },
  {
    name: 'a link is taken away on one side first',
    file: 'shared/sales/ticket-payments.ts',
    from: `        updateTicket(ticket, { paymentIds: without(ticket.paymentIds, paymentId) }),
        updatePayment(payment,`,
    to: `        updateTicket(ticket, { paymentIds: without(ticket.paymentIds, paymentId) }),
      ],
      noResponse,
    )
    await transact(
      [
        updatePayment(payment,`,
  },
  {
    name: 'two reports of a missed payment publish it twice',
    file: 'shared/sales/payment-hashes.ts',
    from: 'return insert(notification, onConditionFailed)',
    to: 'return onConditionFailed ? put(notification) : put(notification)',
  },
  {
    name: 'a fan-out leaves out a socket',
    file: 'shared/payments-feed/fan-out.ts',
    from: 'return all.filter(({ connectionId }) => ids?.has(connectionId) ?? true)',
    to: 'return all.slice(1).filter(({ connectionId }) => ids?.has(connectionId) ?? true)',
  },
  {
    name: 'each frame is sent twice',
    file: 'shared/payments-feed/fan-out.ts',
    from: `    watchers = successors
`,
    to: `    watchers = tried.size < 9 && !frame.sent ? [...watchers] : successors
    if (frame.paymentHash) Object.defineProperty(frame, 'sent', { value: true })
`,
  },
  {
    name: 'a replay begins after the first frame that was missed',
    file: 'shared/payments-feed/send-replay.ts',
    from: `    after = sk
    sent += 1`,
    to: `    after = sk
    sent += 1
    if (sent === 3) break`,
  },
  {
    name: 'the sale of a payment hash vanishes after a day',
    file: 'shared/sales/payment-hashes.ts',
    from: 'return insert(sale, onConditionFailed)',
    to: 'return insert({ ...sale, expiresAt: Math.ceil(Date.now() / 1000) + 86_400 }, onConditionFailed)',
  },
  {
    name: 'frames for replay are kept for a year',
    file: 'shared/payments-feed/payment-events.ts',
    from: 'const eventTtlMs = 30 *',
    to: 'const eventTtlMs = 365 *',
  },
  {
    name: 'an expired idempotency record still answers',
    file: 'shared/http/pipeline/idempotency.ts',
    from: "'attribute_not_exists(pk) OR #expiresAt < :now OR ' +",
    to: "'attribute_not_exists(pk) OR (#expiresAt < :now AND #expiresAt > :now) OR ' +",
  },
  {
    name: 'an expired session is refreshed until it is deleted',
    file: 'shared/staff/sessions.ts',
    from: 'session.expiresAt * 1000 > nowMs &&',
    to: 'session.expiresAt > 0 &&',
  },
  {
    name: 'the audit trail shows what has expired',
    file: 'shared/audit/audit-trail.ts',
    from: 'entry.expiresAt * 1000 > nowMs &&',
    to: 'entry.expiresAt > 0 &&',
  },
  {
    name: 'a refund does not see another that was made meanwhile',
    file: 'shared/refunds/finish-refund.ts',
    from: "updateUnchanged(order, ['refundRevision'], {",
    to: "updateUnchanged(order, ['id'], {",
  },
  {
    name: 'a payout whose answer was lost is given up',
    file: 'shared/refunds/pay-out.ts',
    from: 'if (isRefusal(error)) {',
    to: 'if (error instanceof NodeFailure) {',
  },
  {
    name: 'a payout stays open when the node says nothing of its end',
    file: 'shared/refunds/payout-lookup.ts',
    from: 'const isEnded = payment.completedAt !== null || nowMs > begunAtMs + maxPendingMs',
    to: 'const isEnded = payment.completedAt !== null',
  },
  {
    name: 'a refund returns the first component of a bundle only',
    file: 'shared/refunds/returned-stock.ts',
    from: 'item.parts ?? []',
    to: 'item.parts?.slice(0, 1) ?? []',
  },
  {
    name: 'a settled order is changed',
    file: 'shared/restaurant/restaurant-orders.ts',
    from: "if (sale) throw new Failure('orderPaid')",
    to: "if (sale?.ticketId === '') throw new Failure('orderPaid')",
  },
  {
    name: 'a course is fired twice',
    file: 'shared/kitchen/fire.ts',
    from: "updateUnchanged(order, ['revision'], change)",
    to: "updateUnchanged(order, ['id'], change)",
  },
  {
    name: 'the day keeps the taxes of what was given back',
    file: 'shared/refunds/finish-refund.ts',
    from: 'taxes: taxesTaken(refundable, refund) }',
    to: 'taxes: [] }',
  },
  {
    name: 'a dish that is taken away is not in the audit trail',
    file: 'shared/restaurant/order-lines.ts',
    from: '      ...insertLineAudit(byUserId, orderId, current, null),\n',
    to: '',
  },
  {
    name: 'a cancelled job is given to the agent',
    file: 'shared/agents/job-states.ts',
    from: "printing: ['queued', 'printing', 'failed'],",
    to: "printing: ['queued', 'printing', 'failed', 'cancelled'],",
  },
  {
    name: 'an agent that died prints a ticket again without a mark',
    file: 'print-agent/jobs/print-job.ts',
    from: 'const isCopy = journal.of(job.id).starts > 0',
    to: 'const isCopy = false',
  },
]
