type Discounted = {
  readonly discountAmount?: number | null | undefined
  readonly items: readonly { readonly discountCents?: number | null | undefined }[]
}

/** Whether a sale or a quote has a discount, which not everybody may give. */
export const isDiscounted = ({ discountAmount, items }: Discounted): boolean =>
  (discountAmount ?? 0) > 0 || items.some(({ discountCents }) => (discountCents ?? 0) > 0)
