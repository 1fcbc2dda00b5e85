import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import type { Reader } from '../../../parts/later/reader.ts'
import { laterAddress } from '../../../parts/later.ts'
import { useSellTexts } from '../../texts/use-texts.ts'

/** Interval at which a picture is looked at, in ms. */
const lookMs = 200

/** Barcode reader of some browsers; their types do not know it. */
const nativeReader = (
  globalThis as {
    BarcodeDetector?: (new () => Reader) & {
      readonly getSupportedFormats: () => Promise<readonly string[]>
    }
  }
).BarcodeDetector

type Props = { readonly onCode: (code: string) => void }

/** Scans with the camera, where the browser lets pages have it. */
export function CameraButton({ onCode }: Props) {
  const texts = useSellTexts()
  const [isOpen, setOpen] = useState(false)
  /** Code that the camera saw; it is taken once the dialog is closed. */
  const [seen, setSeen] = useState<string>()
  useEffect(() => {
    if (seen === undefined) return
    setSeen(undefined)
    onCode(seen)
  }, [seen])
  if (!('mediaDevices' in navigator)) return null
  return (
    <>
      <button type="button" aria-label={texts.camera} onClick={() => setOpen(true)}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M8 8v8M12 8v8M16 8v8" />
        </svg>
      </button>
      {isOpen && (
        <CameraDialog
          onCode={(code) => {
            setOpen(false)
            setSeen(code)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function CameraDialog({ onCode, onClose }: Props & { readonly onClose: () => void }) {
  const texts = useSellTexts()
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    look(video.current, controller.signal).then(
      (code) => code !== undefined && onCode(code),
      () => setRefused(true),
    )
    return () => controller.abort()
  }, [])
  return (
    <Dialog title={texts.camera} onClose={onClose}>
      <video ref={video} class="camera" muted playsInline />
      <p role="status" class={isRefused ? 'trouble' : 'quiet'}>
        {isRefused ? texts.noCamera : texts.cameraHint}
      </p>
    </Dialog>
  )
}

/** Returns the browser's own reader, or loads one. Throws if that fails. */
async function loadReader(): Promise<Reader> {
  const formats = await nativeReader?.getSupportedFormats()
  if (nativeReader && formats && formats.length > 0) return new nativeReader()
  const { openReader }: typeof import('../../../parts/later/reader.ts') = await import(
    laterAddress('reader', '.js')
  )
  return openReader(laterAddress('zxing_reader', '.wasm'))
}

/** Shows the camera until it sees a code; undefined when that is no longer wanted. */
async function look(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!video) return undefined
  const loading = loadReader()
  // Until the camera is asked for
  loading.catch(() => undefined)
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  })
  try {
    video.srcObject = stream
    await video.play()
    const reader = await loading
    while (!signal.aborted) {
      const [found] = await reader.detect(video)
      if (found) return found.rawValue
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
