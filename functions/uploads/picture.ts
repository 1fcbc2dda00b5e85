import { Failure } from '../../shared/failure.ts'
import { isUuid } from '../../shared/uuid.ts'

/** A picture and what its content says it is. */
export type Picture = {
  readonly bytes: Uint8Array
  readonly extension: string
  readonly type: string
}

/** The kinds of pictures that browsers show, by what their files begin with. */
const kinds = [
  {
    extension: 'png',
    type: 'image/png',
    begins: (head: string) => head.startsWith('\x89PNG\r\n\x1a\n'),
  },
  {
    extension: 'jpg',
    type: 'image/jpeg',
    begins: (head: string) => head.startsWith('\xff\xd8\xff'),
  },
  {
    extension: 'gif',
    type: 'image/gif',
    begins: (head: string) => /^GIF8[79]a/.test(head),
  },
  {
    extension: 'webp',
    type: 'image/webp',
    begins: (head: string) => head.startsWith('RIFF') && head.slice(8) === 'WEBP',
  },
] as const

const headBytes = 12

/** A file as the picture that it is, whatever it is called. Throws `invalid` for others. */
export function pictureOf(bytes: Uint8Array): Picture {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  const kind = kinds.find(({ begins }) => begins(head))
  if (!kind) {
    throw new Failure('invalid', { fault: 'only PNG, JPEG, GIF and WebP are taken' })
  }
  return { bytes, extension: kind.extension, type: kind.type }
}

/** The type of a file by the name that an upload gave it; undefined for other names. */
export function typeOfName(name: string): string | undefined {
  const [id = '', extension, ...rest] = name.split('.')
  if (!isUuid(id) || rest.length > 0) return undefined
  return kinds.find((kind) => kind.extension === extension)?.type
}
