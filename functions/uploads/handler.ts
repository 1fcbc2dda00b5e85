import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { FileContent } from '../../shared/http/reply.ts'
import { type RequestKey, repeatableId } from '../../shared/idempotency/request-key.ts'
import { isDay } from '../../shared/time/day.ts'
import { putFile, readFile } from '../../shared/uploads/bucket.ts'
import { filesOf } from '../../shared/uploads/form.ts'
import {
  contentTypeOf,
  type Picture,
  parsePicture,
} from '../../shared/uploads/picture.ts'
import { endpoints } from './endpoints.ts'

/** The most files of a form; each is a request to the bucket. */
const maxFiles = 500

/** Parallel requests to the bucket: each must be done within a few seconds. */
const maxConcurrentPuts = 8

export const handler = lambda(endpoints, {
  upload: async ({ request, key }) => {
    const files = await filesOf(request.bytes(), request.headers['content-type'])
    if (files.length === 0) throw new Failure('nothingProvided')
    if (files.length > maxFiles) throw new Failure('tooManyFiles')
    const place = {
      day: new Date(request.nowMs).toISOString().slice(0, 10),
      publicUrl: request.publicUrl,
      key,
    }
    return { uploads: await storePictures(files.map(parsePicture), place) }
  },

  show: async ({ params: { date, file } }) => {
    const contentType = isDay(date) ? contentTypeOf(file) : undefined
    const bytes = contentType && (await readFile(`uploads/${date}/${file}`))
    if (!bytes) throw new Failure('notFound')
    return new FileContent(bytes, contentType)
  },
})

/** Where a request's pictures are stored and shown. */
type Place = {
  readonly day: string
  readonly publicUrl: string
  readonly key: RequestKey | undefined
}

/** Stores pictures, and stops after the first failure. Throws `storageUnavailable`. */
async function storePictures(pictures: readonly Picture[], place: Place) {
  const uploads = []
  for (let from = 0; from < pictures.length; from += maxConcurrentPuts) {
    const some = pictures.slice(from, from + maxConcurrentPuts)
    const stored = some.map((picture, index) =>
      storePicture(picture, from + index, place),
    )
    uploads.push(...(await Promise.all(stored)))
  }
  return uploads
}

/** The key repeats with the request: a retry replaces what the first attempt stored. */
async function storePicture(
  { bytes, extension, contentType }: Picture,
  index: number,
  { day, publicUrl, key }: Place,
) {
  const id = repeatableId(key, `picture ${index}`)
  const path = `uploads/${day}/${id}.${extension}`
  await putFile(path, bytes, contentType)
  return { path: `/${path}`, url: `${publicUrl}/${path}` }
}
