/** Quantity in stock, and the minimum. */
export type Stock = { readonly quantity: number; readonly minimum: number }

/** True if the quantity is below the minimum. */
export const isLow = ({ quantity, minimum }: Stock): boolean => quantity < minimum
