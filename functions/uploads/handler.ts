import { Failure } from '../../shared/failure.ts'
import { networkPrefix } from '../../shared/ip-address.ts'
import { hashed } from '../../shared/platform/dynamodb/keys.ts'
import { callerId } from '../../shared/platform/http/exchange.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { FileContent } from '../../shared/platform/http/reply.ts'
import { repeatableId } from '../../shared/platform/idempotency/request-key.ts'
import { isDay } from '../../shared/platform/time/day.ts'
import { putFile, readFile } from '../../shared/platform/uploads/bucket.ts'
import { filesOf } from '../../shared/platform/uploads/form.ts'
import { recordNewPictures } from '../../shared/platform/uploads/new-pictures.ts'
import {
  contentTypeOf,
  type Picture,
  parsePicture,
} from '../../shared/platform/uploads/picture.ts'
import { endpoints } from './endpoints.ts'

/** The most files of a form; each is a request to the bucket. */
const maxFiles = 500

/** Parallel requests to the bucket: each must be done within a few seconds. */
const maxConcurrentPuts = 8

export const handler = lambda(endpoints, {
  upload: async ({ request, key, caller }) => {
    const files = await filesOf(request.bytes(), request.headers['content-type'])
    if (files.length === 0) throw new Failure('nothingProvided')
    if (files.length > maxFiles) throw new Failure('tooManyFiles')
    const { nowMs, publicUrl, ip } = request
    const day = new Date(nowMs).toISOString().slice(0, 10)
    const pictures = files.map(parsePicture).map((picture, index) => ({
      ...picture,
      // The id repeats with the request: a retry replaces what the first attempt stored
      path: `uploads/${day}/${repeatableId(key, `picture ${index}`)}.${picture.extension}`,
    }))
    await recordNewPictures({
      id: repeatableId(key, 'form'),
      owner: caller ? callerId(caller) : hashed(networkPrefix(ip)),
      day,
      nowMs,
      paths: pictures.map(({ path }) => `/${path}`),
      bytes: files.reduce((sum, { length }) => sum + length, 0),
    })
    await storePictures(pictures)
    const shown = pictures.map(({ path }) => ({
      path: `/${path}`,
      url: `${publicUrl}/${path}`,
    }))
    return { uploads: shown }
  },

  show: async ({ params: { date, file } }) => {
    const contentType = isDay(date) ? contentTypeOf(file) : undefined
    const bytes = contentType && (await readFile(`uploads/${date}/${file}`))
    if (!bytes) throw new Failure('notFound')
    return new FileContent(bytes, contentType)
  },
})

/** Stores pictures, and stops after the first failure. Throws `storageUnavailable`. */
async function storePictures(pictures: readonly (Picture & { readonly path: string })[]) {
  for (let from = 0; from < pictures.length; from += maxConcurrentPuts) {
    const some = pictures.slice(from, from + maxConcurrentPuts)
    await Promise.all(
      some.map(({ path, bytes, contentType }) => putFile(path, bytes, contentType)),
    )
  }
}
