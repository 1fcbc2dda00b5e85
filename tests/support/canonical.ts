/** A record as JSON with its attributes by name: engines return them in different orders. */
export const canonical = (record: unknown): string =>
  JSON.stringify(record, (_name, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
