import * as z from 'zod'
import { get, group, permission, put } from '../../shared/http/endpoint.ts'
import { bare } from '../../shared/http/problem.ts'
import { json, messageReply } from '../../shared/http/reply.ts'
import { Business, BusinessType } from '../../shared/shop/business.ts'
import { pictureUrl } from '../../shared/uploads/picture-url.ts'
import { nonBlank, optionalText } from '../../shared/validation/fields.ts'

const BusinessInput = z.object({
  businessType: BusinessType.optional(),
  businessName: nonBlank,
  businessAddress: optionalText,
  businessPhone: optionalText,
  businessEmail: optionalText,
  businessTaxId: optionalText,
  businessLogoUrl: pictureUrl,
  businessTypeConfirmed: z.boolean().optional(),
})

/** The business data (open-areas, section 7). */
export const endpoints = group('config', ['table', 'token-key'], {
  show: get('/config', {
    access: 'login-screen',
    reply: json(Business),
    problems: { notFound: bare(404, 'Config not found') },
  }),
  change: put('/config', {
    access: permission('settings_update'),
    body: BusinessInput,
    reply: messageReply('Config updated successfully'),
    problems: { notFound: bare(404, 'Failed to update config') },
  }),
})
