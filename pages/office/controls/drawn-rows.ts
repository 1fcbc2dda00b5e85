import {
  measureElement,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useReducer, useState } from 'preact/hooks'

/** Of more rows than these only those are drawn that are seen. */
const mostDrawn = 200

/** The height of a row before it is drawn, in pixels. */
const usualHeight = 52

type DrawnRows = {
  /** The first row that is drawn, and the one after the last. */
  readonly from: number
  readonly to: number
  /** The height of the rows before and after those, in pixels. */
  readonly before: number
  readonly after: number
  /** Measures a row that is drawn; it has its place as `data-index`. */
  readonly measure: (row: HTMLTableRowElement | null) => void
}

/** A hook: which of a table's rows are drawn while the window is where it is. */
export function useDrawnRows(
  count: number,
  body: RefObject<HTMLTableSectionElement | null>,
): DrawnRows {
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const place = body.current?.getBoundingClientRect().top ?? 0
  const options: VirtualizerOptions<Window, HTMLTableRowElement> = {
    count,
    enabled: count > mostDrawn,
    getScrollElement: () => window,
    estimateSize: () => usualHeight,
    overscan: 8,
    scrollMargin: Math.max(0, place + scrollY),
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    measureElement,
    initialOffset: () => scrollY,
    onChange: () => redraw(undefined),
  }
  const [virtualizer] = useState(() => new Virtualizer(options))
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  const measure = virtualizer.measureElement
  if (count <= mostDrawn) return { from: 0, to: count, before: 0, after: 0, measure }
  const drawn = virtualizer.getVirtualItems()
  const first = drawn[0]
  const last = drawn.at(-1)
  if (!first || !last)
    return { from: 0, to: 0, before: 0, after: count * usualHeight, measure }
  const margin = options.scrollMargin ?? 0
  return {
    from: first.index,
    to: last.index + 1,
    before: first.start - margin,
    after: virtualizer.getTotalSize() - (last.end - margin),
    measure,
  }
}
