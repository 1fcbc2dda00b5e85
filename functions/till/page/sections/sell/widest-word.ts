const known = new Map<string, number>()

/** More names than a till shows at once. */
const maxKnown = 1_000

let context: CanvasRenderingContext2D | null | undefined

/** How wide the widest word of a name is, in rem, in bold letters of 1 rem. */
export function widestWord(name: string): number {
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

/** Props of a tile by its name: no word of it is broken, so that its letters may be smaller. */
export const fitting = (name: string) => {
  const widest = widestWord(name)
  return { class: widest > 8.25 ? 'wide' : '', style: { '--widest': widest } }
}
