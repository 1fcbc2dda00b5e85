import {
  ApiKey,
  ApiKeyInput,
  CreatedApiKey,
} from '../../shared/people/api-keys/api-key.ts'
import { del, get, group, post } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { json, list, noContent } from '../../shared/platform/http/reply.ts'

const audited = { access: 'administrator', audit: ['api-key'] } as const

/** Keys with which other programs use the API. */
export const endpoints = group(
  'api-keys',
  ['table', 'token-key'],
  {
    list: get('/api-keys', {
      summary: 'Lists the API keys, oldest first',
      access: 'administrator',
      reply: list(ApiKey),
    }),
    create: post('/api-keys', {
      summary: 'Creates an API key; its secret is shown once',
      ...audited,
      // A stored response would keep the secret
      repeat: 'no-key',
      body: ApiKeyInput,
      reply: json(CreatedApiKey, 201),
      failures: ['tooManyApiKeys'],
    }),
    remove: del('/api-keys/{id}', {
      summary: 'Revokes an API key, within ten seconds',
      ...audited,
      reply: noContent,
      problems: { notFound: message(404, 'API key not found') },
    }),
  },
  { keptWarm: false },
)
