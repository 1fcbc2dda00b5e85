import * as z from 'zod'
import { Template, TemplateInput } from '../../shared/paper/layout/template.ts'
import { PreviewRequest } from '../../shared/paper/printing/print-request.ts'
import {
  del,
  get,
  group,
  permission,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import { empty, error, message } from '../../shared/platform/http/problem.ts'
import {
  emptyBody,
  file,
  json,
  list,
  noContent,
} from '../../shared/platform/http/reply.ts'
import { recordId } from '../../shared/platform/validation/fields.ts'

const notUpdated = error(
  409,
  'Failed to update template. It might not exist or the name is already taken.',
)

/** Ticket templates. */
export const endpoints = group('templates', ['table', 'token-key', 'uploads'], {
  list: get('/templates', {
    summary: 'Lists ticket templates',
    access: 'token',
    keys: ['orders_create', 'printer_update'],
    reply: list(Template),
  }),
  builtIn: get('/templates/built-in', {
    summary: 'Lists the templates that are part of the product',
    access: 'token',
    keys: ['orders_create', 'printer_update'],
    reply: json(z.array(Template)),
  }),
  preview: post('/templates/preview', {
    summary: 'Draws what would be printed',
    access: 'token',
    keys: ['orders_create', 'printer_update'],
    notAudited: 'changes nothing',
    expensive: 'drawing',
    body: PreviewRequest,
    reply: file('image/png'),
    problems: { notFound: message(404, 'Order not found') },
    failures: [
      'permissionRequired',
      'tooManyItems',
      'tooManyComments',
      'tooMuchText',
      'tooManyLines',
      'drawingFailed',
    ],
  }),
  one: get('/templates/{id}', {
    summary: 'Gets a ticket template',
    access: 'token',
    keys: ['orders_create', 'printer_update'],
    reply: json(Template),
    problems: { notFound: empty(404) },
  }),
  create: post('/templates', {
    summary: 'Creates a ticket template',
    access: permission('printer_update'),
    audit: ['template'],
    body: TemplateInput,
    reply: json(z.object({ id: recordId() }), 201),
    problems: { alreadyExists: error(409, 'Template name already exists') },
  }),
  update: put('/templates/{id}', {
    summary: 'Replaces a ticket template',
    access: permission('printer_update'),
    audit: ['template'],
    body: TemplateInput,
    reply: emptyBody,
    problems: { notFound: notUpdated, alreadyExists: notUpdated },
  }),
  remove: del('/templates/{id}', {
    summary: 'Deletes a ticket template',
    access: permission('printer_update'),
    audit: ['template'],
    reply: noContent,
    problems: { notFound: empty(404) },
  }),
})
