import { useEffect, useState } from 'preact/hooks'
import { useVisit } from './visit.tsx'

/** A picture that the shop draws: its address once it has come, or that there is none. */
export type Picture = { readonly url?: string; readonly isMissing?: boolean }

/** Reads a picture when it is first shown and whenever `key` differs. */
export function usePicture(
  read: (signal: AbortSignal) => Promise<Blob>,
  key: string,
): Picture {
  const { failed } = useVisit()
  const [picture, setPicture] = useState<Picture>({})
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let url: string | undefined
    read(signal).then(
      (blob) => {
        if (signal.aborted) return
        url = URL.createObjectURL(blob)
        setPicture({ url })
      },
      (error: unknown) => {
        if (signal.aborted) return
        failed(error)
        setPicture({ isMissing: true })
      },
    )
    return () => {
      controller.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [key, failed])
  return picture
}
