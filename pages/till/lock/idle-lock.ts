import { useEffect } from 'preact/hooks'
import { kept } from '../shop/kept.ts'
import { useTill } from '../shop/till.tsx'

/** After how many minutes without a touch this till locks itself; 0 is never. */
export const lockChoices = [1, 2, 5, 10, 30, 0] as const

export const lockMinutes = kept<number>('lock-minutes', 10, (value) =>
  lockChoices.find((choice) => choice === value),
)

/**
 * Number of holds on the lock: nobody is to be asked for a PIN between a payment and its sale.
 */
let holds = 0

/** Keeps the till open while a payment runs. Returns a function that lets go. */
export function holdOpen(): () => void {
  holds += 1
  return () => {
    holds -= 1
  }
}

export const isHeldOpen = (): boolean => holds > 0

const actions = ['pointerdown', 'keydown'] as const

/** Locks the till when nobody has touched it for a while. */
export function useIdleLock(): void {
  const { lock } = useTill()
  useEffect(() => {
    let touchedMs = Date.now()
    const touch = () => {
      touchedMs = Date.now()
    }
    const timer = setInterval(() => {
      const idleMs = lockMinutes.get() * 60_000
      if (holds > 0) touch()
      else if (idleMs > 0 && Date.now() - touchedMs >= idleMs) lock()
    }, 1_000)
    for (const action of actions) addEventListener(action, touch)
    return () => {
      clearInterval(timer)
      for (const action of actions) removeEventListener(action, touch)
    }
  }, [])
}
