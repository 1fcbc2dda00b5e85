import type { Mutation } from './mutation.ts'

/** Bugs in the orders and bills of a restaurant. */
export const billBugs: readonly Mutation[] = [
  {
    name: 'every print of a bill is an original',
    file: 'shared/paper/printing/order-ticket.ts',
    from: 'hashed(JSON.stringify(ticketWith(ownCents)))',
    to: 'Math.random()',
  },
  {
    name: 'a further original of a bill is not in the audit trail',
    file: 'shared/paper/printing/copy-mark.ts',
    from: 'isFurther: isBill && printed !== undefined, isLate',
    to: 'isFurther: false, isLate',
  },
  {
    name: 'a table that is freed forgets its bill without an entry',
    file: 'shared/selling/restaurant/tables.ts',
    from: '      ...updateTable(current, table),\n      ...(await insertLostBillsAudit(current, table)),\n',
    to: '      ...updateTable(current, table),\n',
  },
  {
    name: 'a settled order is changed',
    file: 'shared/selling/restaurant/restaurant-orders.ts',
    from: "if (sale) throw new Failure('orderPaid')",
    to: "if (sale?.ticketId === '') throw new Failure('orderPaid')",
  },
  {
    name: 'a course is fired twice',
    file: 'shared/selling/kitchen/fire.ts',
    from: "updateUnchanged(order, ['revision'], change)",
    to: "updateUnchanged(order, ['id'], change)",
  },
  {
    name: 'a dish that is taken away is not in the audit trail',
    file: 'shared/selling/restaurant/order-lines.ts',
    from: '      ...insertLineAudit(byUserId, orderId, current, null, reason),\n',
    to: '',
  },
  {
    name: 'a merge loses dishes that are ordered in between on the order that goes',
    file: 'shared/selling/bills/split-and-merge.ts',
    from: "deleteUnchanged(other, ['revision', 'payments'])",
    to: "deleteUnchanged(other, ['id'])",
  },
  {
    name: 'a merge loses dishes that are ordered in between on the order that stays',
    file: 'shared/selling/bills/split-and-merge.ts',
    from: "updateUnchanged(order, ['revision', 'payments'], {\n          set: {\n            lines,\n",
    to: "updateUnchanged(order, ['id'], {\n          set: {\n            lines,\n",
  },
  {
    name: 'a bill is settled as it was when it was read',
    file: 'shared/selling/sell/bill.ts',
    from: "updateUnchanged(order, ['revision', 'payments'], {",
    to: "updateUnchanged(order, ['id'], {",
  },
  {
    name: 'a split keeps what was ordered in between from its order',
    file: 'shared/selling/bills/split-and-merge.ts',
    from: "updateUnchanged(order, ['revision', 'payments'], {\n          set: {\n            lines: left",
    to: "updateUnchanged(order, ['id'], {\n          set: {\n            lines: left",
  },
]
