import { useCallback, useEffect, useState } from 'preact/hooks'
import { pos } from '../../parts/pos.ts'

const retryMs = 4_000

/** Watches the connection: lost by a call without an answer, found again by asking. */
export function useConnection() {
  const [isLost, setLost] = useState(false)
  const lose = useCallback(() => setLost(true), [])
  useEffect(() => {
    addEventListener('offline', lose)
    return () => removeEventListener('offline', lose)
  }, [lose])
  useEffect(() => {
    if (!isLost) return
    const find = () => {
      pos.general.health().then(
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
  }, [isLost])
  return { isLost, lose }
}
