import * as z from 'zod'
import { get, group, post } from '../../shared/http/endpoint.ts'
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
export const endpoints = group('setup', ['table', 'pin-key'], {
  state: get('/initial-setup', {
    summary: 'Tells how far the setup is',
    access: 'public',
    reply: json(SetupState),
  }),
  setUp: post('/initial-setup', {
    summary: 'Sets the business up, with its first user',
    access: 'public',
    body: SetupRequest,
    deferBody: true,
    reply: completed,
    alternatives: { typeConfirmed: messageReply('Business type updated') },
    failures: [
      'invalidBusinessType',
      'missingUserData',
      'missingBusinessData',
      'currencyNotFound',
      'setupAlreadyCompleted',
    ],
  }),
})
