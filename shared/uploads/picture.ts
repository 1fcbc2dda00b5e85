import { imageDimensionsFromData } from 'image-dimensions'
import { Failure } from '../failure.ts'
import { isUuid } from '../uuid.ts'

/** A picture and what its content says it is. */
export type Picture = {
  readonly bytes: Uint8Array
  readonly extension: string
  readonly type: string
}

/** The kinds of pictures that browsers show, by the names that the library has for them. */
const kinds: ReadonlyMap<string, Omit<Picture, 'bytes'>> = new Map([
  ['png', { extension: 'png', type: 'image/png' }],
  ['jpeg', { extension: 'jpg', type: 'image/jpeg' }],
  ['gif', { extension: 'gif', type: 'image/gif' }],
  ['webp', { extension: 'webp', type: 'image/webp' }],
])

/** A browser that shows a picture needs four bytes of memory for each pixel. */
const maxPixels = 50_000_000

/**
 * A file as the picture that its header says it is, whatever it is called. Throws
 * `invalid` for other files, `tooManyPixels`.
 */
export function pictureOf(bytes: Uint8Array): Picture {
  const { type = '', width = 0, height = 0 } = readHeader(bytes) ?? {}
  const kind = kinds.get(type)
  if (!kind || width === 0 || height === 0) {
    throw new Failure('invalid', { fault: 'only PNG, JPEG, GIF and WebP are taken' })
  }
  if (width * height > maxPixels) throw new Failure('tooManyPixels')
  return { bytes, ...kind }
}

function readHeader(bytes: Uint8Array) {
  try {
    return imageDimensionsFromData(bytes)
  } catch {
    // The library fails on some AVIF files, which are not taken anyway.
    return undefined
  }
}

/** The type of a file by the name that an upload gave it; undefined for other names. */
export function typeOfName(name: string): string | undefined {
  const [id = '', extension, ...rest] = name.split('.')
  if (!isUuid(id) || rest.length > 0) return undefined
  return [...kinds.values()].find((kind) => kind.extension === extension)?.type
}
