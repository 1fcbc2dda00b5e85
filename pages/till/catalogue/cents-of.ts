/** Whole cents of a sum that the API gives in major units. */
export const centsOf = (major: number): number => Math.round(major * 100)
