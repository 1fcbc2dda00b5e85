/**
 * Returns the start of a shift, in Unix ms. Tills send Unix ms, or a date and a time of their
 * own clock, which this computer's is taken for. Any other text is returned as it was sent.
 */
export function shiftStart({
  shiftDate,
  startTime,
}: {
  readonly shiftDate: string
  readonly startTime: string
}): number | string {
  if (/^\d{11,}$/.test(startTime)) return Number(startTime)
  const [moment = Number.NaN] = [startTime, `${shiftDate}T${startTime}`]
    .map((text) => Date.parse(text))
    .filter((ms) => !Number.isNaN(ms))
  return Number.isNaN(moment) ? `${shiftDate} ${startTime}`.trim() : moment
}
