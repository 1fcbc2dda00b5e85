const maxText = 200
const maxRows = 100

/** A value without what would make an entry too large to store: long texts, long lists. */
export function clipped(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > maxText ? `${value.slice(0, maxText).toWellFormed()}…` : value
  }
  if (Array.isArray(value)) return value.slice(0, maxRows).map(clipped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, clipped(each)]),
  )
}
