import { useEffect, useState } from 'preact/hooks'
import { usePaymentTexts } from '../texts/use-texts.ts'

/** Shows the time in which an invoice can still be paid, to the second. */
export function TimeLeft({ untilMs }: { readonly untilMs: number }) {
  const texts = usePaymentTexts()
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((untilMs - nowMs) / 1_000))
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return <p class="quiet small">{texts.timeLeft(time)}</p>
}
