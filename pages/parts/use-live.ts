import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { EventTopic } from '../../shared/client/watch.ts'
import { pos } from './pos.ts'

/** Changes that come together are read at once. In ms. */
const settleMs = 200

/**
 * Calls `read` at once and while the page is visible: when the feed reports a change in one of
 * the topics, and every `pulseMs` while the feed is away. Neither the topics nor `read`, which
 * must not throw, may be new at each rendering. Readings run one after another: `refresh` is
 * one that begins after the call. `isLive` says whether the feed is open.
 */
export function useLive(
  topics: readonly EventTopic[],
  pulseMs: number,
  read: () => Promise<void>,
) {
  const [isLive, setLive] = useState(false)
  const last = useRef(Promise.resolve())
  const isNextWaiting = useRef(false)
  const refresh = useCallback(() => {
    if (!isNextWaiting.current) {
      isNextWaiting.current = true
      last.current = last.current.then(() => {
        isNextWaiting.current = false
        return read()
      })
    }
    return last.current
  }, [read])

  useEffect(() => {
    const pulse = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    pulse()
    // The feed tells of every change, and its heartbeats that it is still there
    const timer = isLive ? undefined : setInterval(pulse, pulseMs)
    document.addEventListener('visibilitychange', pulse)
    addEventListener('online', pulse)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', pulse)
      removeEventListener('online', pulse)
    }
  }, [refresh, isLive, pulseMs])

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = async () => {
      for await (const { type } of pos.events.watch({ topics, signal })) {
        setLive(type !== 'closed')
        timer ??= setTimeout(() => {
          timer = undefined
          if (document.visibilityState === 'visible') void refresh()
        }, settleMs)
      }
    }
    // A socket may take minutes to learn of it.
    const lose = () => setLive(false)
    addEventListener('offline', lose)
    // Without the feed the page reads at every pulse, which also learns the reason.
    follow().catch(() => setLive(false))
    return () => {
      controller.abort()
      clearTimeout(timer)
      removeEventListener('offline', lose)
    }
  }, [refresh, topics])

  return { isLive, refresh }
}
