/** Something that is kept in stock, and how much of it there should be. */
export type StockItem = {
  readonly id: string
  readonly name: string
  /** What it is counted in; blank for pieces. */
  readonly unit: string
  readonly quantity: number
  readonly minimum: number
}

/** What is below its minimum: first what has the smallest part of it left. */
export const shortagesOf = (items: readonly StockItem[]): StockItem[] =>
  items
    .filter(({ quantity, minimum }) => quantity < minimum)
    .sort(
      (one, other) =>
        one.quantity / one.minimum - other.quantity / other.minimum ||
        one.name.localeCompare(other.name),
    )
