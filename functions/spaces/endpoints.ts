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
import { Space, SpaceInput } from '../../shared/selling/restaurant/table.ts'

const notFound = bare(404, 'Space not found')
const notRemovable = bare(400, 'Space not found')
const alreadyExists = message(409, 'Space name already exists')

/** The spaces of a restaurant, which have tables. */
export const endpoints = group('spaces', ['table', 'token-key'], {
  list: get('/spaces', {
    summary: 'Lists spaces',
    access: permission('spaces_read'),
    reply: list(Space, 'No spaces found'),
  }),
  one: get('/spaces/{id}', {
    summary: 'Gets a space',
    access: permission('spaces_read'),
    reply: json(Space),
    problems: { notFound: notFound },
  }),
  create: post('/spaces', {
    summary: 'Creates a space',
    access: permission('spaces_create'),
    notAudited: 'names and groups, no money and no stock',
    body: SpaceInput,
    reply: created('Space added successfully'),
    problems: { alreadyExists },
  }),
  rename: put('/spaces/{id}', {
    summary: 'Renames a space',
    access: permission('spaces_update'),
    notAudited: 'names and groups, no money and no stock',
    body: SpaceInput,
    reply: updated('Space updated successfully'),
    problems: { alreadyExists, notFound: bare(404, 'Space with ID: {id} not found') },
  }),
  remove: del('/spaces/{id}', {
    summary: 'Deletes a space without tables',
    access: permission('spaces_delete'),
    notAudited: 'names and groups, no money and no stock',
    reply: noContent,
    problems: { notFound: notRemovable, inUse: notRemovable },
  }),
})
