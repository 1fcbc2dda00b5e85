import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useVisit } from './visit.tsx'

/** List of a section: undefined until it is read, or the reason for none. */
export type Listed<Value> = {
  readonly value: Value | undefined
  readonly problem: 'denied' | 'failed' | undefined
  /** Reads again, as after a change. Keeps the shown list if that fails. */
  readonly readAgain: () => Promise<void>
}

/** Reads what a section lists when it is opened, when `key` differs and after changes, not by the clock. */
export function useList<Value>(read: () => Promise<Value>, key = ''): Listed<Value> {
  const { succeeded, failed } = useVisit()
  const [state, setState] = useState<Omit<Listed<Value>, 'readAgain'>>({
    value: undefined,
    problem: undefined,
  })
  const latest = useRef(0)
  const readAgain = useCallback(async () => {
    latest.current += 1
    const turn = latest.current
    // An answer may come after one that was asked for later
    const isLatest = () => turn === latest.current
    try {
      const value = await read()
      succeeded()
      if (isLatest()) setState({ value, problem: undefined })
    } catch (error) {
      const problem = failed(error) === 'denied' ? 'denied' : 'failed'
      if (isLatest()) setState((before) => ({ ...before, problem }))
    }
  }, [key])
  useEffect(() => void readAgain(), [readAgain])
  return { ...state, readAgain }
}
