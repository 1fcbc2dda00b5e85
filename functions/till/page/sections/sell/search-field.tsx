import { useLayoutEffect, useRef } from 'preact/hooks'
import { isDialogOpen, isTyping } from './use-scanner.ts'

type Props = {
  readonly label: string
  readonly query: string
  readonly onQuery: (query: string) => void
}

/** A search to which the slash key goes from anywhere; Escape empties it. */
export function SearchField({ label, query, onQuery }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target) || isDialogOpen()) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <input
      ref={field}
      type="search"
      name="search"
      autocomplete="off"
      aria-label={label}
      placeholder={label}
      value={query}
      onInput={({ currentTarget }) => onQuery(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && onQuery('')}
    />
  )
}
