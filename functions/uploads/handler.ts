import { settings } from '../../shared/deployment/settings.ts'
import { Failure } from '../../shared/failure.ts'
import { repeatableId } from '../../shared/http/idempotency/repeatable-id.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { FileContent } from '../../shared/http/reply.ts'
import { putFile, readFile } from '../../shared/uploads/bucket.ts'
import { filesOf } from '../../shared/uploads/form.ts'
import { type Picture, pictureOf, typeOfName } from '../../shared/uploads/picture.ts'
import { endpoints } from './endpoints.ts'

/** What a form of pictures has room for; each file is a request to the bucket. */
const maxFiles = 500

/** Files on their way to the bucket at once, fewer than its client has connections. */
const maxConcurrentPuts = 32

export const handler = lambda(endpoints, {
  upload: async ({ request }) => {
    const files = await filesOf(request.bytes(), request.headers['content-type'])
    if (files.length === 0) throw new Failure('nothingProvided')
    if (files.length > maxFiles) throw new Failure('tooManyFiles')
    const day = new Date(request.nowMs).toISOString().slice(0, 10)
    return { uploads: await storePictures(files.map(pictureOf), day) }
  },

  show: async ({ params: { date, file } }) => {
    const type = isDay.test(date) ? typeOfName(file) : undefined
    const bytes = type && (await readFile(`uploads/${date}/${file}`))
    if (!bytes) throw new Failure('notFound')
    return new FileContent(bytes, type)
  },
})

const isDay = /^\d{4}-\d\d-\d\d$/

/** Keeps pictures until the first that the bucket does not take. Throws `storageUnavailable`. */
async function storePictures(pictures: readonly Picture[], day: string) {
  const uploads = []
  for (let from = 0; from < pictures.length; from += maxConcurrentPuts) {
    const some = pictures.slice(from, from + maxConcurrentPuts)
    const kept = some.map((picture, at) => storePicture(picture, day, from + at))
    uploads.push(...(await Promise.all(kept)))
  }
  return uploads
}

/** A form sent again after a failure replaces what its first try kept. */
async function storePicture(
  { bytes, extension, type }: Picture,
  day: string,
  place: number,
) {
  const key = `uploads/${day}/${repeatableId(`picture ${place}`)}.${extension}`
  await putFile(key, bytes, type)
  return { path: `/${key}`, url: `${settings.publicUrl()}/${key}` }
}
