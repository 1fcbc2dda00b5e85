const known = new Map<string, number>()

/** More names than a till shows at once. */
const maxKnown = 1_000

let context: CanvasRenderingContext2D | null | undefined

/** Measures the widest word of a name, in rem, in bold letters of 1 rem. */
function widestWord(name: string): number {
  const found = known.get(name)
  if (found !== undefined) return found
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return 0
  context.font = `600 16px ${getComputedStyle(document.body).fontFamily}`
  // Lines also break behind hyphens and slashes
  const widths = name
    .split(/\s|(?<=[-–/])/)
    .map((word) => (context?.measureText(word).width ?? 0) / 16)
  if (known.size >= maxKnown) known.clear()
  const widest = Math.max(...widths)
  known.set(name, widest)
  return widest
}

/** Returns a style with letters as large as the widest word of a name allows. */
export const fitting = (name: string) => ({ '--widest': widestWord(name) })

/** Fits a name to a tile, which is wide if a word is. */
export const fittingTile = (name: string) => ({
  class: widestWord(name) > 8.25 ? 'wide' : '',
  style: fitting(name),
})
