/** Letters that nobody takes for a digit. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The series with this place, from 0: A to Z without I and O, then AA, AB and so on. */
export function seriesAt(place: number): string {
  const last = letters[place % letters.length] ?? ''
  const before = Math.floor(place / letters.length) - 1
  return before < 0 ? last : seriesAt(before) + last
}

/** The place of a series, from 0; undefined for letters that no till has. */
export function placeOfSeries(series: string): number | undefined {
  const places = series.split('').map((letter) => letters.indexOf(letter))
  if (places.length === 0 || places.includes(-1)) return undefined
  return places.reduce((place, at) => (place + 1) * letters.length + at, -1)
}
