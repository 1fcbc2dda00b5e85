import { useLayoutEffect, useRef } from 'preact/hooks'
import { isDialogOpen } from '../../parts/scanner/listen.ts'
import { useScanner } from '../../parts/scanner/scanner-provider.tsx'

type Props = {
  readonly label: string
  readonly query: string
  readonly onQuery: (query: string) => void
}

/** A search to which the slash key goes from anywhere; Escape empties it. */
export function SearchField({ label, query, onQuery }: Props) {
  const { onKeys } = useScanner()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(
    () =>
      onKeys((keys) => {
        if (keys.startsWith('/') && !isDialogOpen()) field.current?.focus()
      }),
    [onKeys],
  )
  return (
    <input
      ref={field}
      type="search"
      name="search"
      data-codes="sold"
      autocomplete="off"
      aria-label={label}
      placeholder={label}
      value={query}
      onInput={({ currentTarget }) => onQuery(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && onQuery('')}
    />
  )
}
