import { useState } from 'preact/hooks'
import { pos } from '../../parts/pos.ts'
import { useAction } from './use-action.ts'

type Props = {
  readonly texts: {
    readonly picture: string
    readonly takePicture: string
    readonly choosePicture: string
    readonly removePicture: string
    readonly notAPicture: string
  }
  /** URL of the picture; blank without one. */
  readonly url: string
  readonly onUrl: (url: string) => void
}

/** The longer side of a picture that is kept, in pixels: a tile of the till is smaller. */
const longestSide = 1_000

/** Takes a picture by camera or from a file; makes it smaller and uploads it at once. */
export function PictureField({ texts, url, onUrl }: Props) {
  const [isOther, setOther] = useState(false)
  const { isBusy, trouble, run } = useAction()
  const upload = async (field: HTMLInputElement) => {
    const [chosen] = field.files ?? []
    if (!chosen) return
    setOther(false)
    const file = await smaller(chosen).catch(() => undefined)
    // Lets the same file be chosen again
    field.value = ''
    if (!file) return setOther(true)
    await run(async () => {
      const { uploads } = await pos.uploads.upload({ body: { files: [file] } })
      onUrl(uploads[0]?.path ?? '')
    })
  }
  const input = (name: string, label: string, capture?: 'environment') => (
    <span class="file-button">
      {label}
      <input
        type="file"
        name={name}
        aria-label={label}
        accept="image/*"
        capture={capture}
        disabled={isBusy}
        onChange={({ currentTarget }) => void upload(currentTarget)}
      />
    </span>
  )
  return (
    <fieldset class="check-list">
      <legend>{texts.picture}</legend>
      {/* The page's policy shows no picture of another host */}
      {url.startsWith('/') && <img class="picture" src={url} alt={texts.picture} />}
      <div class="actions">
        {input('camera', texts.takePicture, 'environment')}
        {input('picture', texts.choosePicture)}
        {url !== '' && (
          <button type="button" disabled={isBusy} onClick={() => onUrl('')}>
            {texts.removePicture}
          </button>
        )}
      </div>
      <p class="trouble" role="alert">
        {isOther ? texts.notAPicture : trouble}
      </p>
    </fieldset>
  )
}

/** The picture as a JPEG that every till loads quickly. Throws where it cannot be read. */
async function smaller(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no pictures')
  // JPEG has no transparency
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.85)
  })
  if (!blob) throw new Error('no picture')
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' })
}
