import * as z from 'zod'
import { get, group, post } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { file, json } from '../../shared/platform/http/reply.ts'

const UploadedPicture = z
  .object({
    path: z.string().describe('Path at this API, such as /uploads/2026-11-21/tea.png'),
    url: z.string().describe('Address of the picture, at the public URL of the API'),
  })
  .meta({ id: 'UploadedPicture', description: 'A picture that was stored' })

const Uploaded = z
  .object({ uploads: z.array(UploadedPicture).describe('In the order of the form') })
  .meta({ id: 'Uploaded', description: 'The pictures that were stored' })

const Pictures = z.object({ files: z.array(z.file()).describe('PNG, JPEG, GIF or WebP') })

/** Pictures of products and of the business. */
export const endpoints = group(
  'uploads',
  ['table', 'token-key', 'setup-code', 'uploads'],
  {
    upload: post('/uploads', {
      summary: 'Uploads pictures; those that no record names within a day are deleted',
      access: 'token-once-set-up',
      keys: ['products_update', 'settings_update', 'users_update'],
      notAudited: 'a picture that nothing shows before a record names it',
      expensive: 'uploading',
      rawBody: true,
      wireBody: { contentType: 'multipart/form-data', schema: Pictures },
      bodyLimit: 4 * 1024 * 1024,
      reply: json(Uploaded, 201),
      problems: { nothingProvided: message(400, 'No files uploaded') },
      failures: ['invalid', 'tooManyPixels', 'tooManyFiles', 'uploadsUsedUp'],
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
