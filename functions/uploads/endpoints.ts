import * as z from 'zod'
import { get, group, post } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { file, json } from '../../shared/http/reply.ts'

const Uploaded = z.object({
  uploads: z.array(z.object({ path: z.string(), url: z.string() })),
})

const Pictures = z.object({ files: z.array(z.file()).describe('PNG, JPEG, GIF or WebP') })

/** Pictures of products and of the business. */
export const endpoints = group(
  'uploads',
  ['table', 'token-key', 'setup-code', 'uploads'],
  {
    upload: post('/uploads', {
      summary: 'Uploads pictures',
      access: 'token-once-set-up',
      rawBody: true,
      wireBody: { contentType: 'multipart/form-data', schema: Pictures },
      bodyLimit: 4 * 1024 * 1024,
      reply: json(Uploaded, 201),
      problems: { nothingProvided: message(400, 'No files uploaded') },
      failures: ['invalid', 'tooManyPixels', 'tooManyFiles'],
    }),
    show: get('/uploads/{date}/{file}', {
      summary: 'Gets an uploaded picture',
      access: 'public',
      reply: file('image/*'),
      problems: { blankParameter: message(404, 'Not found') },
      failures: ['notFound'],
    }),
  },
)
