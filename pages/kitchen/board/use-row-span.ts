import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * Measures an element's height in the grid's rows of 8 px, so that the next one comes
 * right below it.
 */
export function useRowSpan<Element extends HTMLElement>(): {
  readonly ref: RefObject<Element | null>
  readonly rows: number
} {
  const ref = useRef<Element>(null)
  const [rows, setRows] = useState(1)
  useLayoutEffect(() => {
    const { current } = ref
    if (!current) return
    const measure = () => setRows(Math.ceil((current.offsetHeight + gapPx) / rowPx))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return { ref, rows }
}

/** As the stylesheet has them. */
const rowPx = 8
const gapPx = 16
