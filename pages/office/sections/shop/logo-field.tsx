import { useId, useState } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { useErrorText } from '../../../parts/error-text.ts'
import { pos } from '../../../parts/pos.ts'
import { useShopTexts } from './use-texts.ts'

type Props = {
  /** URL of the logo; blank without one. */
  readonly url: string
  readonly onUrl: (url: string) => void
}

/**
 * Edits the logo: a picture is uploaded when it is chosen, and receipts show it once it
 * is saved.
 */
export function LogoField({ url, onUrl }: Props) {
  const texts = useShopTexts()
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const id = useId()
  const upload = async (field: HTMLInputElement) => {
    const [file] = field.files ?? []
    if (!file) return
    setBusy(true)
    setTrouble(undefined)
    try {
      const { uploads } = await pos.uploads.upload({ body: { files: [file] } })
      onUrl(uploads[0]?.path ?? '')
    } catch (error) {
      const isOther = error instanceof PosError && error.code === 'invalid'
      setTrouble(isOther ? texts.notAPicture : errorText(error))
    }
    // Lets the same file be chosen again
    field.value = ''
    setBusy(false)
  }
  return (
    <fieldset class="choice" aria-describedby={id}>
      <legend>{texts.logo}</legend>
      {/* The page's policy shows no picture of another host */}
      {url.startsWith('/') && <img class="logo-preview" src={url} alt={texts.logo} />}
      <div class="logo-actions">
        <span class="file-button">
          {texts.chooseLogo}
          <input
            type="file"
            name="logo"
            aria-label={texts.chooseLogo}
            accept="image/png,image/jpeg,image/gif,image/webp"
            disabled={isBusy}
            onChange={({ currentTarget }) => void upload(currentTarget)}
          />
        </span>
        {url !== '' && (
          <button type="button" disabled={isBusy} onClick={() => onUrl('')}>
            {texts.removeLogo}
          </button>
        )}
      </div>
      <p id={id} class="quiet small">
        {texts.logoHint}
      </p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
    </fieldset>
  )
}
