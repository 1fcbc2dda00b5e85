import * as z from 'zod'
import { get, group, post } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { json, messageReply, type Reply } from '../../shared/http/reply.ts'
import { SetupRequest, SetupState } from '../../shared/shop/setup.ts'

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

/** The setup of a new deployment. */
export const endpoints = group('setup', ['table', 'pin-key', 'setup-code'], {
  state: get('/initial-setup', { access: 'public', reply: json(SetupState) }),
  setUp: post('/initial-setup', {
    access: 'public',
    body: SetupRequest,
    deferBody: true,
    reply: completed,
    problems: { invalidCredentials: message(403, 'The setup code is missing or wrong') },
    alternatives: { typeConfirmed: messageReply('Business type updated') },
  }),
})
