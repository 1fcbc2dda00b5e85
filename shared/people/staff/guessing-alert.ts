import { raiseAlert } from '../../events/alerts/alerts.ts'
import { strangersKey } from './login-limit-records.ts'

/** Time for which an alert of guesses stays open after the last guess. */
export const quietMs = 60 * 60_000

/** The alert of guesses at a name, one for all its counts. */
export const guessingAt = (user: { readonly id: string; readonly name: string }) => ({
  kind: 'pin_guessing' as const,
  subject: strangersKey(user.name).pk,
  details: { target: `the PIN of ${user.name}`, userId: user.id, userName: user.name },
})

/** Raises it for a name with many wrong PINs in a day, whether or not they were stopped. */
export async function raiseGuessing(
  user: { readonly id: string; readonly name: string },
  nowMs: number,
): Promise<void> {
  await raiseAlert({ ...guessingAt(user), endsAtMs: nowMs + quietMs }, nowMs)
}
