import { randomUUID } from 'node:crypto'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { FileContent } from '../../shared/http/reply.ts'
import { settings } from '../../shared/settings.ts'
import { keepFile, readFile } from './bucket.ts'
import { endpoints } from './endpoints.ts'
import { filesOf } from './form.ts'
import { type Picture, pictureOf, typeOfName } from './picture.ts'

/** What a form of pictures has room for; each file is a request to the bucket. */
const mostFiles = 20

export const handler = lambda(endpoints, {
  upload: async ({ request }) => {
    const files = await filesOf(request.bytes(), request.headers['content-type'])
    if (files.length === 0) throw new Failure('nothingGiven')
    if (files.length > mostFiles) {
      throw new Failure('invalid', { fault: `more than ${mostFiles} files` })
    }
    const day = new Date(request.nowMs).toISOString().slice(0, 10)
    const pictures = files.map(pictureOf)
    return { uploads: await Promise.all(pictures.map((picture) => keep(picture, day))) }
  },

  show: async ({ params: { date, file } }) => {
    const type = isDay.test(date) ? typeOfName(file) : undefined
    const bytes = type && (await readFile(`uploads/${date}/${file}`))
    if (!bytes) throw new Failure('notFound')
    return new FileContent(bytes, type)
  },
})

const isDay = /^\d{4}-\d\d-\d\d$/

async function keep({ bytes, extension, type }: Picture, day: string) {
  const key = `uploads/${day}/${randomUUID()}.${extension}`
  await keepFile(key, bytes, type)
  return { path: `/${key}`, url: `${settings.publicUrl()}/${key}` }
}
