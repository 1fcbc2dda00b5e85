import { useEffect, useRef } from 'preact/hooks'
import { useScanner } from '../../parts/scanner/scanner-provider.tsx'

/**
 * Calls with each digit that was typed: a bump bar is a keyboard. Fields keep what is theirs, and
 * what a scanner types bumps nothing.
 */
export function useBumpKeys(isOn: boolean, onDigit: (digit: number) => void): void {
  const { onKeys } = useScanner()
  const latest = useRef(onDigit)
  latest.current = onDigit
  useEffect(() => {
    if (!isOn) return
    return onKeys((keys) => {
      for (const digit of keys.match(/\d/g) ?? []) latest.current(Number(digit))
    })
  }, [isOn, onKeys])
}
