import type { ComponentChildren } from 'preact'
import { PreferenceButtons } from './preference-buttons.tsx'

type Props = {
  readonly title: string
  readonly text: string
  readonly children?: ComponentChildren
}

/** A sentence in place of the page, perhaps with something to do. */
export function Notice({ title, text, children }: Props) {
  return (
    <div class="gate">
      <PreferenceButtons />
      <main class="card">
        <h1>{title}</h1>
        <p role="status">{text}</p>
        {children}
      </main>
    </div>
  )
}
