/** The words of a colleague's approval. Every language has the same keys. */
export const en = {
  title: 'A colleague has to approve this',
  asks: (name: string) => `${name} asks for:`,
  needs: {
    orders_discount: 'Discounts and other prices need the approval of a colleague.',
    orders_refund: 'Refunds need the approval of a colleague.',
    orders_delete: 'Deleting needs the approval of a colleague.',
    orders_settle: 'Settling bills needs the approval of a colleague.',
  },
  approve: 'Approve',
  whoApproves: 'Who approves?',
  pinOf: (name: string) => `PIN of ${name}`,
  mayNot: (name: string) => `${name} may not approve this either.`,
  wrongPin: 'This is not the PIN.',
  nobody: 'There is nobody else who could approve it.',
  someoneElse: 'Someone else',
}

export type ApprovalTexts = typeof en
