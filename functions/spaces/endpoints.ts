import * as z from 'zod'
import { del, get, group, permission, post, put } from '../../shared/http/endpoint.ts'
import { bare, message } from '../../shared/http/problem.ts'
import { created, json, list, noContent, updated } from '../../shared/http/reply.ts'
import { nonBlank } from '../../shared/validation/fields.ts'

const Space = z.object({ id: z.string(), name: z.string() })
const SpaceInput = z.object({ name: nonBlank })

const notFound = bare(404, 'Space not found')
const notRemovable = bare(400, 'Space not found')
const alreadyExists = message(409, 'Space name already exists')

/** The rooms in which tables stand (core-interface; open-areas, section 16). */
export const endpoints = group('spaces', ['table', 'token-key'], {
  list: get('/spaces', {
    access: permission('spaces_read'),
    reply: list(Space, 'No spaces found'),
  }),
  one: get('/spaces/{id}', {
    access: permission('spaces_read'),
    reply: json(Space),
    problems: { notFound: notFound },
  }),
  create: post('/spaces', {
    access: permission('spaces_create'),
    body: SpaceInput,
    reply: created('Space added successfully'),
    problems: { alreadyExists },
  }),
  rename: put('/spaces/{id}', {
    access: permission('spaces_update'),
    body: SpaceInput,
    reply: updated('Space updated successfully'),
    problems: { alreadyExists, notFound: bare(404, 'Space with ID: {id} not found') },
  }),
  remove: del('/spaces/{id}', {
    access: permission('spaces_delete'),
    reply: noContent,
    problems: { notFound: notRemovable, inUse: notRemovable },
  }),
})
