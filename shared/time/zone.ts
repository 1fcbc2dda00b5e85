/** Names begin with a letter: Intl also reads offsets such as +02:00, which are no zones. */
const nameForm = /^[A-Za-z]/

/** Whether a text is the IANA name of a time zone, such as Europe/Madrid, in any case. */
export function isTimezone(name: string): boolean {
  if (!nameForm.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A moment as minutes of a time zone's clocks, such as 2026-11-21 14:05; null is UTC. */
export function localMinute(ms: number, timezone: string | null): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone ?? 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(ms)
  const of = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${of.year}-${of.month}-${of.day} ${of.hour}:${of.minute}`
}
