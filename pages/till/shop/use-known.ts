import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Product, TillData } from '../../../shared/client/api.ts'
import { pos } from '../../parts/pos.ts'
import { type Known, tillDataFollower } from './follow.ts'
import { keptShift } from './kept.ts'

const isSeen = () => document.visibilityState === 'visible'

const nothing = {
  read: async (_withStock?: boolean) => {},
  readChange: async () => {},
  replace: (_id: string, _product: Product | undefined) => {},
}

/**
 * Follows the till's data: by the feed while it is open, and once a minute while it is
 * away. `onOpened` is called with every socket, and without the feed once. Nothing runs while
 * `first` is undefined.
 */
export function useKnown(
  first: TillData | undefined,
  isTold: boolean,
  told: {
    readonly failed: (error: unknown) => unknown
    readonly onOpened: () => Promise<void>
  },
) {
  const [known, setKnown] = useState<Known | undefined>(
    () => first && { data: first, stock: new Map(), isShiftOpen: keptShift.get() },
  )
  const [isLive, setLive] = useState(false)
  const latest = useRef(told)
  latest.current = told
  const [follower] = useState(
    () =>
      known &&
      tillDataFollower(pos, known, {
        changed: (now) => {
          if (keptShift.get() !== now.isShiftOpen) void keptShift.set(now.isShiftOpen)
          setKnown(now)
        },
        lives: setLive,
        opened: () => latest.current.onOpened(),
        failed: (error) => latest.current.failed(error),
      }),
  )

  useEffect(() => {
    if (!follower) return
    const end = follower.follow()
    addEventListener('offline', follower.lose)
    return () => {
      end()
      removeEventListener('offline', follower.lose)
    }
  }, [follower])

  const isToldByFeed = isLive && isTold
  useEffect(() => {
    if (!follower || isToldByFeed) return
    const end = follower.pulse(isSeen)
    const look = () => {
      if (isSeen()) void follower.read()
    }
    addEventListener('online', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      end()
      removeEventListener('online', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [follower, isToldByFeed])

  return useMemo(
    () => ({ ...(follower ?? nothing), known, isLive: isToldByFeed }),
    [follower, known, isToldByFeed],
  )
}
