import * as z from 'zod'
import { del, get, group, post, put } from '../../shared/http/endpoint.ts'
import { empty, error } from '../../shared/http/problem.ts'
import { emptyBody, json, list, noContent } from '../../shared/http/reply.ts'
import { Template, TemplateInput } from '../../shared/printing/template.ts'

const notUpdated = error(
  409,
  'Failed to update template. It might not exist or the name is already taken.',
)

/** Ticket templates. */
export const endpoints = group('templates', ['table', 'token-key'], {
  list: get('/templates', {
    summary: 'Lists ticket templates',
    access: 'token',
    reply: list(Template),
  }),
  one: get('/templates/{id}', {
    summary: 'Gets a ticket template',
    access: 'token',
    reply: json(Template),
    problems: { notFound: empty(404) },
  }),
  create: post('/templates', {
    summary: 'Creates a ticket template',
    access: 'token',
    body: TemplateInput,
    reply: json(z.object({ id: z.string() }), 201),
    problems: { alreadyExists: error(409, 'Template name already exists') },
  }),
  update: put('/templates/{id}', {
    summary: 'Replaces a ticket template',
    access: 'token',
    body: TemplateInput,
    reply: emptyBody,
    problems: { notFound: notUpdated, alreadyExists: notUpdated },
  }),
  remove: del('/templates/{id}', {
    summary: 'Deletes a ticket template',
    access: 'token',
    reply: noContent,
    problems: { notFound: empty(404) },
  }),
})
