import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Finds codes in pictures, as the browsers do that can by themselves. */
export type Reader = {
  readonly detect: (
    source: HTMLVideoElement,
  ) => Promise<readonly { readonly rawValue: string }[]>
}

/** The reader, with its WebAssembly from that address. Throws where it cannot be loaded. */
export async function openReader(wasm: string): Promise<Reader> {
  await prepareZXingModule({
    overrides: { locateFile: () => wasm },
    fireImmediately: true,
  })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no pictures')
  return {
    detect: async (video) => {
      canvas.width = video.videoWidth
      canvas.height = video.videoHeight
      if (canvas.width === 0) return []
      context.drawImage(video, 0, 0)
      const picture = context.getImageData(0, 0, canvas.width, canvas.height)
      const found = await readBarcodes(picture, { maxNumberOfSymbols: 1 })
      return found.map(({ text }) => ({ rawValue: text }))
    },
  }
}
