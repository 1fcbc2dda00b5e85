import * as z from 'zod'
import { get, group } from '../../shared/platform/http/endpoint.ts'
import { bareString, json, redirect } from '../../shared/platform/http/reply.ts'

const Health = z.object({
  status: z.literal('healthy'),
  timestamp: z.string().meta({ description: 'Unix ms', example: '1795248000000' }),
})

/** Headers that decide which of its replies the root path gives. */
const vary = 'Accept, Sec-Fetch-Mode'

/** The root path and the health check. */
export const endpoints = group('general', [], {
  root: get('/', {
    summary: 'Answers at the root path; browsers are sent to the till',
    access: 'public',
    reply: { ...bareString('Root path of the API Nothing to see here'), vary },
    alternatives: { browser: redirect('/till', vary) },
  }),
  health: get('/api/health', {
    summary: 'Reports whether the service runs',
    access: 'public',
    reply: json(Health),
  }),
})
