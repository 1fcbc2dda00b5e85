import { useEffect, useState } from 'preact/hooks'
import { pos } from './pos.ts'
import { usePartTexts, usePreferences } from './preferences.tsx'

type LoggedIn = Awaited<ReturnType<typeof pos.auth.login>>

let tell: (loggedIn: LoggedIn) => void = () => {}

/** Logs in, and has the page say which PINs were wrong since the last login. */
export async function logIn(body: { name: string; pin: string }): Promise<LoggedIn> {
  const loggedIn = await pos.auth.login({ body })
  tell(loggedIn)
  return loggedIn
}

/** Shows the failures before a login, until somebody closes it or logs in again. */
export function FailedLogins() {
  const texts = usePartTexts()
  const { locale } = usePreferences()
  const [told, setTold] = useState<LoggedIn>()
  useEffect(() => {
    tell = setTold
    return () => {
      tell = () => {}
    }
  }, [])
  // A server of the release before says nothing of it
  const { count = 0, lastAt = null } = told?.failedSince ?? {}
  if (!told || count === 0) return null
  const moment = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const last = lastAt === null ? '' : moment.format(new Date(lastAt))
  return (
    <div class="failed-logins card">
      <p role="status">{texts.failedSince(told.user.name, count, last)}</p>
      <button type="button" onClick={() => setTold(undefined)}>
        {texts.close}
      </button>
    </div>
  )
}
