import * as z from 'zod'
import { get, group, post } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { json, jsonOf, messageReply } from '../../shared/platform/http/reply.ts'
import { recordId } from '../../shared/platform/validation/fields.ts'
import {
  SetupForm,
  SetupRequest,
  SetupState,
} from '../../shared/selling/shop-config/setup.ts'

const setUpCompleted = 'Initial setup completed' as const

const SetupResult = z
  .object({
    message: z.literal(setUpCompleted),
    userId: recordId('the first user'),
    roleId: recordId("the administrators' role"),
    nwcSaved: z.literal(false).optional().describe('Where the request had a `nwcUri`'),
  })
  .meta({ id: 'SetupResult' })

const completed = jsonOf(
  SetupResult,
  (created: { userId: string; roleId: string; nwcSaved?: false }) => ({
    message: setUpCompleted,
    ...created,
  }),
  201,
)

/** The setup of a new deployment. */
export const endpoints = group(
  'setup',
  ['table', 'pin-key', 'setup-code'],
  {
    state: get('/initial-setup', {
      summary: 'Reports how far the setup is',
      access: 'public',
      expensive: 'asking',
      reply: json(SetupState),
    }),
    setUp: post('/initial-setup', {
      summary: 'Sets the business up, with its first user',
      access: 'public',
      audit: ['config'],
      body: SetupRequest,
      wireBody: { schema: SetupForm },
      deferBody: true,
      reply: completed,
      problems: {
        invalidCredentials: message(403, 'The setup code is missing or wrong'),
      },
      alternatives: { typeConfirmed: messageReply('Business type updated') },
      failures: [
        'invalidBusinessType',
        'missingUserData',
        'missingBusinessData',
        'currencyNotFound',
        'invalidTimezone',
        'setupAlreadyCompleted',
        'invalidCredentials',
        'tooManyAttempts',
      ],
    }),
  },
  { keptWarm: false },
)
