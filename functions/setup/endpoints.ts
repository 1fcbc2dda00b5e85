import * as z from 'zod'
import { get, group, post } from '../../shared/http/endpoint.ts'
import { json, messageReply, type Reply } from '../../shared/http/reply.ts'
import { BusinessType } from '../../shared/shop/business.ts'
import { withTrimmedTexts } from '../../shared/shop/trimmed.ts'

const SetupState = z.object({ initialized: z.boolean(), needsBusinessType: z.boolean() })

const SetupResult = z.object({
  message: z.string(),
  userId: z.string(),
  roleId: z.string(),
})

const completed: Reply<{ userId: string; roleId: string }> = {
  ...json(SetupResult, 201),
  body: ({ userId, roleId }) => ({
    message: 'Initial setup completed',
    userId,
    roleId,
  }),
}

/** All that every setup request says; the first one says more, see first-setup.ts. */
const SetupRequest = withTrimmedTexts(
  z.looseObject({ businessType: BusinessType }, 'invalidBusinessType'),
)

/** First-run setup (core-interface; open-areas, section 7). */
export const endpoints = group('setup', ['table', 'pin-key'], {
  state: get('/initial-setup', { access: 'public', reply: json(SetupState) }),
  setUp: post('/initial-setup', {
    access: 'public',
    body: SetupRequest,
    deferBody: true,
    reply: completed,
    alternatives: { typeConfirmed: messageReply('Business type updated') },
  }),
})
