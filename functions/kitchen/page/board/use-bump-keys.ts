import { useEffect, useRef } from 'preact/hooks'

/** Calls with the digit that was typed: a bump bar is a keyboard. Fields keep what is theirs. */
export function useBumpKeys(isOn: boolean, onDigit: (digit: number) => void): void {
  const latest = useRef(onDigit)
  latest.current = onDigit
  useEffect(() => {
    if (!isOn) return
    const press = ({ key, target, repeat, ctrlKey, altKey, metaKey }: KeyboardEvent) => {
      if (repeat || ctrlKey || altKey || metaKey || !/^\d$/.test(key)) return
      if ((target as Element).matches('input, select, textarea')) return
      latest.current(Number(key))
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn])
}
