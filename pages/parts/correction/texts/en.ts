import type { Method } from '../../payment-methods.ts'

export const en = {
  title: 'Paid otherwise',
  hint: 'Until the Z, a payment may be booked by the method that really took it. The sum stays, and Bitcoin stays Bitcoin. Receipt, X and Z say what was changed.',
  ofSeller:
    'Where cash gets less, somebody who neither sold it nor took its money has to do it.',
  paidBy: (amount: string) => `${amount} was paid by`,
  methods: {
    cash: 'Cash',
    creditCard: 'Credit card',
    debitCard: 'Debit card',
    bankTransfer: 'Bank transfer',
  } satisfies Record<Method, string>,
  reason: 'Reason',
  book: 'Book it so',
  correctionOf: (ticket: string) => `Other payment methods of ticket ${ticket}`,
}

export type CorrectionTexts = typeof en
