import { useEffect, useRef } from 'preact/hooks'
import { useScanner } from '../../parts/scanner/scanner-provider.tsx'

/**
 * Calls back with each typed digit: a bump bar is a keyboard. Digits in a field, and
 * those of a scanner, bump nothing.
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
