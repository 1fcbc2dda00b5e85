/** A rate in percent as people write it, with a point or a comma; undefined for any other text. */
export function readRate(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.')
  const isRate = /^\d{1,3}(\.\d{1,3})?$/.test(trimmed) && Number(trimmed) <= 100
  return isRate ? Number(trimmed) : undefined
}
