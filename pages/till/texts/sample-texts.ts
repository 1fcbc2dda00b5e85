/** Sample goods: categories with names and prices in hundredths. */
export type SampleTexts = readonly {
  readonly category: string
  readonly goods: readonly (readonly [name: string, cents: number])[]
}[]
