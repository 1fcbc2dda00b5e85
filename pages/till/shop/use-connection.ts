import { useCallback, useEffect, useState } from 'preact/hooks'
import { pos } from '../../parts/pos.ts'

const retryMs = 4_000

/**
 * Watches the connection: lost by a call without an answer, found again by asking. `onFound` comes
 * first; it is asked again if that throws. It must not be new at each rendering.
 */
export function useConnection(onFound: () => Promise<void>) {
  const [isLost, setLost] = useState(false)
  const lose = useCallback(() => setLost(true), [])
  useEffect(() => {
    addEventListener('offline', lose)
    return () => removeEventListener('offline', lose)
  }, [lose])
  useEffect(() => {
    if (!isLost) return
    const find = () => {
      pos.general
        .health()
        .then(onFound)
        .then(
          () => setLost(false),
          () => undefined,
        )
    }
    const timer = setInterval(find, retryMs)
    addEventListener('online', find)
    return () => {
      clearInterval(timer)
      removeEventListener('online', find)
    }
  }, [isLost, onFound])
  return { isLost, lose }
}
