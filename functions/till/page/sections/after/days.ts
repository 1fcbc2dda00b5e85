/** Today's date in the zone by which the shop counts its days; Swedish dates are ISO 8601. */
export const dateIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format()

/** The date that is this many days later, or before. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
