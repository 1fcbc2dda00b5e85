import {
  countReceiptRequest,
  receiptPage,
  receiptPagePolicy,
} from '../../shared/paper/printing/receipt-page.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative, FileContent } from '../../shared/platform/http/reply.ts'
import { endpoints } from './endpoints.ts'

/**
 * Not to be cached: the receipt may be withdrawn, and its address is all that it takes to
 * read it.
 */
const options = {
  cacheControl: 'private, no-store',
  contentPolicy: receiptPagePolicy,
  headers: { 'x-robots-tag': 'noindex, nofollow, noarchive' },
}

export const handler = lambda(endpoints, {
  page: async ({ params, request: { ip, nowMs } }) => {
    await countReceiptRequest(ip, nowMs)
    const { isShown, html } = await receiptPage(params.token, nowMs)
    const content = new FileContent(html, 'text/html', options)
    return isShown ? content : alternative('gone', content)
  },
})
