import * as z from 'zod'
import { Business, BusinessType } from '../../shared/business.ts'
import { get, group, permission, put } from '../../shared/http/endpoint.ts'
import { nonBlank, optionalText } from '../../shared/http/fields.ts'
import { bare } from '../../shared/http/problem.ts'
import { pictureUrl } from '../../shared/http/public-address.ts'
import { json, saying } from '../../shared/http/reply.ts'

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
    problems: { unknown: bare(404, 'Config not found') },
  }),
  change: put('/config', {
    access: permission('settings_update'),
    body: BusinessInput,
    reply: saying('Config updated successfully'),
    problems: { unknown: bare(404, 'Failed to update config') },
  }),
})
