import { type ComponentChildren, createContext } from 'preact'
import { useContext, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { usePartTexts } from '../preferences.tsx'

type Props = {
  readonly title: string
  /** Called when it is closed by its button or by Escape; it stays until it is not drawn. */
  readonly onClose: () => void
  /** A class for the styles, such as `wide`. */
  readonly size?: 'narrow' | 'wide' | 'full'
  readonly children: ComponentChildren
}

type Notice = {
  readonly text: string | undefined
  /** Clears the notice: news of the page is old in a dialog, and news of a dialog after it. */
  readonly clear: () => void
}

/** News for a person whose page is covered by a dialog, such as of a scanned code. */
export const DialogNotice = createContext<Notice>({ text: undefined, clear: () => {} })

/** Returns the first field to type into or choose from; null in a dialog that asks nothing. */
const firstField = (dialog: HTMLElement | null) =>
  dialog?.querySelector<HTMLElement>(
    'input:not([type=checkbox], [type=radio], [type=file], :disabled), select, textarea',
  )

/** A dialog above the page. The browser keeps the focus in it and gives it back. */
export function Dialog({ title, onClose, size = 'narrow', children }: Props) {
  const texts = usePartTexts()
  const { text: notice, clear } = useContext(DialogNotice)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // At once: until it is open, keys and taps go to the page below it.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    // The browser goes to the first control, which closes the dialog
    if (document.activeElement?.closest('.dialog-title')) firstField(current)?.focus()
    clear()
    return () => {
      current?.close()
      clear()
    }
  }, [clear])
  const cancel = (event: Event) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog ref={dialog} class={`dialog ${size}`} aria-labelledby={id} onCancel={cancel}>
      <header class="dialog-title">
        <h2 id={id}>{title}</h2>
        <button type="button" class="plain" aria-label={texts.close} onClick={onClose}>
          <span aria-hidden="true">✕</span>
        </button>
      </header>
      {notice && (
        <p class="trouble" role="alert">
          {notice}
        </p>
      )}
      {children}
    </dialog>
  )
}
