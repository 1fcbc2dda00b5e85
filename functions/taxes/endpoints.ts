import { Tax, TaxInput, TaxPatch } from '../../shared/catalog/tax.ts'
import {
  del,
  get,
  group,
  permission,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import { bare, message } from '../../shared/platform/http/problem.ts'
import { created, list, noContent, updated } from '../../shared/platform/http/reply.ts'
import { withAsRead } from '../../shared/platform/validation/as-read.ts'

const notFound = bare(404, 'Tax not found')
const alreadyExists = message(409, 'Tax name already exists')

/** The taxes of the shop. */
export const endpoints = group('taxes', ['table', 'token-key'], {
  list: get('/taxes', {
    summary: 'Lists the taxes of the shop',
    access: 'token',
    keys: ['products_read', 'dish_read', 'orders_read', 'orders_create', 'settings_read'],
    reply: list(Tax),
  }),
  create: post('/taxes', {
    summary: 'Creates a tax',
    access: permission('settings_update'),
    audit: ['tax'],
    body: TaxInput,
    reply: created('Tax added successfully'),
    problems: { alreadyExists },
    failures: ['tooManyTaxes'],
  }),
  update: put('/taxes/{id}', {
    summary: 'Changes a tax, now or from a day on; what was sold keeps its own',
    access: permission('settings_update'),
    audit: ['tax'],
    body: withAsRead(TaxPatch),
    reply: updated('Tax updated successfully'),
    problems: { notFound, alreadyExists },
    failures: ['recordChanged', 'rateBegun'],
  }),
  remove: del('/taxes/{id}', {
    summary: 'Deletes a tax that no product or dish names',
    access: permission('settings_update'),
    audit: ['tax'],
    reply: noContent,
    problems: { notFound, inUse: message(400, 'Tax is in use') },
  }),
})
