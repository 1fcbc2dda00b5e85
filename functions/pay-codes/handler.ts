import QRCode from 'qrcode'
import { required } from '../../shared/failure.ts'
import { lnurlOf } from '../../shared/lightning/pay-codes/lnurl-address.ts'
import * as payCodes from '../../shared/lightning/pay-codes/pay-codes.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { FileContent } from '../../shared/platform/http/reply.ts'
import { endpoints } from './endpoints.ts'

/** A code may be renamed or deleted, but its picture stays the same. */
const cacheControl = 'private, max-age=3600'

export const handler = lambda(endpoints, {
  list: ({ page }) => payCodes.allPayCodes(page),

  create: ({ body }) => payCodes.createPayCode(body),

  update: ({ params, body }) => payCodes.changePayCode(params.id, body),

  remove: ({ params }) => payCodes.deletePayCode(params.id),

  qr: async ({ params, query: { format = 'svg' }, request }) => {
    const { id } = required(await payCodes.findPayCode(params.id))
    const text = lnurlOf(id, request.publicUrl)
    return format === 'png'
      ? new FileContent(await QRCode.toBuffer(text, { width: 800 }), 'image/png', {
          cacheControl,
        })
      : new FileContent(await QRCode.toString(text, { type: 'svg' }), 'image/svg+xml', {
          cacheControl,
        })
  },
})
