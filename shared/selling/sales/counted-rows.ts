/** A row of X and Z that is counted beside the sums. */
type CountedRow = {
  /** Prefix of its attributes in the day record: `<stored>Count` and `<stored>Cents`. */
  readonly stored: string
  /** Its field of breakdown and Z report. */
  readonly field: string
  /** Label of the row, such as Payments. */
  readonly counts: string
  readonly description: string
  /** Its columns of the exported Z reports: how many, and how much. */
  readonly columns: readonly [count: string, total: string]
  /** Also printed when there was none. */
  readonly isAlwaysPrinted?: true
  /** True if the sales contain the amount; it is printed below them. */
  readonly isInSales?: true
}

/**
 * Rows that X and Z count beside the sums, by number and amount. The day record sums a
 * row that is added here, the Z freezes it, and breakdown, Z report, export and paper
 * show it.
 */
export const countedRows = {
  /** Payments that were linked to a ticket and that no sale was made with. */
  outside: {
    stored: 'outside',
    field: 'outsideTheBooks',
    counts: 'Payments',
    description: 'Payments that were linked to tickets, and that no sale was made with',
    columns: ['outsideCount', 'outsideTotal'],
    isAlwaysPrinted: true,
  },
  /**
   * Lines of amounts keyed in, with the amount paid for them, tax included; refunds are
   * not deducted.
   */
  openLines: {
    stored: 'open',
    field: 'openLines',
    counts: 'Lines',
    description: 'Lines without a product, whose amounts were keyed in; in totalSales',
    columns: ['openLines', 'openLinesTotal'],
    isInSales: true,
  },
  /**
   * Lines that the kitchen or guests have seen and nobody pays, at their last price above
   * 0.
   */
  cancelledLines: {
    stored: 'cancelled',
    field: 'cancelledLines',
    counts: 'Lines',
    description:
      'Dishes that were sent to the kitchen or printed on a bill and that nobody pays: cancelled or set to 0 on a settled bill, deleted, on a bill that was deleted or closed without a payment. At their prices; in no other sum',
    columns: ['cancelledLines', 'cancelledLinesTotal'],
  },
  /** Cancelled lines that were on a printed bill. */
  cancelledAfterPrint: {
    stored: 'afterPrint',
    field: 'cancelledAfterPrint',
    counts: 'Lines',
    description: 'Those cancelledLines that were on a printed bill',
    columns: ['cancelledAfterPrint', 'cancelledAfterPrintTotal'],
  },
  /** Not summed: X and Z read them, see `readOpenBills`. */
  openBills: {
    stored: 'openBills',
    field: 'openBills',
    counts: 'Bills',
    description:
      'Open bills that were printed, or of which dishes were sent to the kitchen: at that moment, before discounts; in no other sum',
    columns: ['openBills', 'openBillsTotal'],
  },
  /** Tenders in Bitcoin of which no payment was on record when they were sold. */
  bitcoinWithoutPayment: {
    stored: 'unreceived',
    field: 'bitcoinWithoutPayment',
    counts: 'Tenders',
    description:
      'Tenders in Bitcoin that were sold without a payment on record; in totalSales. One whose payment is told before the Z leaves it',
    columns: ['bitcoinWithoutPayment', 'bitcoinWithoutPaymentTotal'],
    isInSales: true,
  },
  /** Sales whose payments were booked by other methods afterwards, and the amounts moved. */
  corrections: {
    stored: 'corrected',
    field: 'corrections',
    counts: 'Corrections',
    description:
      'Sales whose payments were booked by another method afterwards, and what moved',
    columns: ['corrections', 'correctionsTotal'],
  },
  /** Sales that a person should look at, with tips; in the sales as well. */
  flaggedSales: {
    stored: 'flagged',
    field: 'flaggedSales',
    counts: 'Sales',
    description: 'Sales at tills that a person should look at; in totalSales',
    columns: ['flaggedSales', 'flaggedSalesTotal'],
    isInSales: true,
  },
} as const satisfies Record<string, CountedRow>

type CountedRows = typeof countedRows
export type CountedName = keyof CountedRows
export type CountedField = CountedRows[CountedName]['field']

export const countedNames = Object.keys(countedRows) as CountedName[]

/** A row by its name, whatever it has. */
export const countedRow = (name: CountedName): CountedRow & { field: CountedField } =>
  countedRows[name]

/** Number, and amount in cents: a sum, exact also above 2^53. */
export type Counted<Cents extends number | bigint = number | bigint> = {
  readonly count: number
  readonly cents: Cents
}

/** Additions of an operation to these rows; an absent row adds 0. */
export type CountedChange = { readonly [Name in CountedName]?: Counted<number> }

/** Picks the counted rows of a larger object. */
export const countedOf = (sums: Readonly<Record<CountedName, Counted>>) =>
  Object.fromEntries(countedNames.map((name) => [name, sums[name]])) as Record<
    CountedName,
    Counted
  >
