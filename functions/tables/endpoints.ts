import * as z from 'zod'
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
  jsonOf,
  list,
  noContent,
  updated,
} from '../../shared/platform/http/reply.ts'
import { Table, TableInput } from '../../shared/selling/restaurant/table.ts'

const emptySpace = jsonOf(
  z.string().meta({ example: 'No tables found for space ID: 7' }),
  (spaceId: string) => `No tables found for space ID: ${spaceId}`,
)

const notFound = bare(404, 'Table not found')
const alreadyExists = message(409, 'Table name already exists in this space')

/** The tables of a restaurant. */
export const endpoints = group('tables', ['table', 'token-key'], {
  list: get('/tables', {
    summary: 'Lists tables',
    access: permission('tables_read'),
    reply: list(Table, 'No tables found'),
  }),
  bySpace: get('/tables/by-space/{id}', {
    summary: 'Lists the tables of a space',
    access: permission('tables_read'),
    reply: list(Table),
    alternatives: { empty: emptySpace },
    problems: { notFound: bare(404, 'Space not found') },
  }),
  one: get('/tables/{id}', {
    summary: 'Gets a table',
    access: permission('tables_read'),
    reply: json(Table),
    problems: { notFound: notFound },
  }),
  create: post('/tables', {
    summary: 'Creates a table',
    access: permission('tables_create'),
    notAudited: 'names and groups, no money and no stock',
    body: TableInput,
    reply: created('Table added successfully'),
    problems: { alreadyExists },
    failures: ['tooManyTables'],
  }),
  update: put('/tables/{id}', {
    summary: 'Changes a table',
    access: permission('tables_update'),
    audit: ['order'],
    body: TableInput,
    reply: updated('Table updated successfully'),
    problems: { alreadyExists, notFound: bare(404, 'Table with ID: {id} not found') },
    failures: ['tooManyTables'],
  }),
  remove: del('/tables/{id}', {
    summary: 'Deletes a table',
    access: permission('tables_delete'),
    audit: ['order'],
    reply: noContent,
    problems: { notFound: notFound },
  }),
})
