/** How much there is of something, and how much there should be at least. */
export type Stock = { readonly quantity: number; readonly minimum: number }

/** Whether something is low on stock: less of it is left than there should be. */
export const isLow = ({ quantity, minimum }: Stock): boolean => quantity < minimum
