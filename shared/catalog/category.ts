/** What a category sorts. */
export const categoryTypes = ['dish', 'ingredient', 'product'] as const
export type CategoryType = (typeof categoryTypes)[number]
