import { useState } from 'preact/hooks'
import { usePartTexts } from '../preferences.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

type Props = Omit<TextFieldProps, 'type' | 'action'> & {
  /**
   * True if the text is shown at first, where nobody else looks on: a slip would lock its
   * owner out.
   */
  readonly isShownFirst?: boolean
}

/** A PIN or password that is chosen, which can be shown and hidden. */
export function SecretField({ isShownFirst = false, ...field }: Props) {
  const texts = usePartTexts()
  const [isShown, setShown] = useState(isShownFirst)
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      autocapitalize="none"
      spellcheck={false}
      action={
        <button
          type="button"
          aria-label={(isShown ? texts.hideField : texts.showField)(field.label)}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? texts.hide : texts.show}
        </button>
      }
    />
  )
}
