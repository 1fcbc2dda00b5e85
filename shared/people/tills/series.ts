/** Letters that nobody takes for a digit. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The series with this place, from 0: A to Z without I and O, then AA, AB and so on. */
export function seriesAt(place: number): string {
  const last = letters[place % letters.length] ?? ''
  const before = Math.floor(place / letters.length) - 1
  return before < 0 ? last : seriesAt(before) + last
}
