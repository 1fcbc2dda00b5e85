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
