import { imageDimensionsFromData } from 'image-dimensions'
import { Failure } from '../../failure.ts'
import { isUuid } from '../../uuid.ts'

/** A picture with its type, taken from its content. */
export type Picture = {
  readonly bytes: Uint8Array
  readonly extension: string
  readonly contentType: string
}

/** The formats that browsers show, by the library's names for them. */
const formats: ReadonlyMap<string, Omit<Picture, 'bytes'>> = new Map([
  ['png', { extension: 'png', contentType: 'image/png' }],
  ['jpeg', { extension: 'jpg', contentType: 'image/jpeg' }],
  ['gif', { extension: 'gif', contentType: 'image/gif' }],
  ['webp', { extension: 'webp', contentType: 'image/webp' }],
])

/** A browser needs four bytes of memory for each pixel of a picture. */
const maxPixels = 50_000_000

/**
 * An uploaded file as a picture. Its header decides the type, not its name. Throws
 * `invalid` for other files, `tooManyPixels`.
 */
export function parsePicture(bytes: Uint8Array): Picture {
  const { type = '', width = 0, height = 0 } = readHeader(bytes) ?? {}
  const format = formats.get(type)
  if (!format || width === 0 || height === 0) {
    throw new Failure('invalid', { fault: 'only PNG, JPEG, GIF and WebP are taken' })
  }
  if (width * height > maxPixels) throw new Failure('tooManyPixels')
  return { bytes, ...format }
}

function readHeader(bytes: Uint8Array) {
  try {
    return imageDimensionsFromData(bytes)
  } catch {
    // The library fails on some AVIF files, which are not accepted anyway.
    return undefined
  }
}

/** The content type of an uploaded file by its stored name; undefined for other names. */
export function contentTypeOf(name: string): string | undefined {
  const [id = '', extension, ...rest] = name.split('.')
  if (!isUuid(id) || rest.length > 0) return undefined
  return [...formats.values()].find((format) => format.extension === extension)
    ?.contentType
}
