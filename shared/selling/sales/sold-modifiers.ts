import type { SoldModifier } from './sale-snapshot.ts'

/** A modifier as people read it, such as 2 x Extra shot. */
export const modifierText = ({ name, quantity }: SoldModifier): string =>
  quantity > 1 ? `${quantity} x ${name}` : name
