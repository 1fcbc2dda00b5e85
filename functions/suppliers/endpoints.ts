import { Supplier, SupplierInput } from '../../shared/catalog/supplier.ts'
import {
  del,
  get,
  group,
  permission,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import { bare, message } from '../../shared/platform/http/problem.ts'
import {
  created,
  json,
  list,
  noContent,
  updated,
} from '../../shared/platform/http/reply.ts'

const notFound = bare(404, 'Supplier not found')
const alreadyExists = message(409, 'Supplier name already exists')

/** The suppliers of a restaurant. */
export const endpoints = group(
  'suppliers',
  ['table', 'token-key'],
  {
    list: get('/suppliers', {
      summary: 'Lists suppliers',
      access: permission('suppliers_read'),
      reply: list(Supplier, 'No suppliers found'),
    }),
    one: get('/suppliers/{id}', {
      summary: 'Gets a supplier',
      access: permission('suppliers_read'),
      reply: json(Supplier),
      problems: { notFound: notFound },
    }),
    create: post('/suppliers', {
      summary: 'Creates a supplier',
      access: permission('suppliers_create'),
      audit: ['catalog'],
      body: SupplierInput,
      reply: created('Supplier added successfully'),
      problems: { alreadyExists },
    }),
    update: put('/suppliers/{id}', {
      summary: 'Changes a supplier',
      access: permission('suppliers_update'),
      audit: ['catalog'],
      body: SupplierInput,
      reply: updated('Supplier updated successfully'),
      problems: {
        alreadyExists,
        notFound: bare(404, 'Supplier with ID: {id} not found'),
      },
    }),
    remove: del('/suppliers/{id}', {
      summary: 'Deletes a supplier',
      access: permission('suppliers_delete'),
      audit: ['catalog'],
      reply: noContent,
      problems: { notFound: notFound },
    }),
  },
  { keptWarm: false },
)
