import {
  ModifierGroup,
  ModifierGroupInput,
  ModifierGroupPatch,
} from '../../shared/catalog/modifier-group.ts'
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

const notFound = bare(404, 'Modifier group not found')

/** The modifier groups of the shop. */
export const endpoints = group('modifiers', ['table', 'token-key'], {
  list: get('/modifiers', {
    summary: 'Lists the modifier groups of the shop',
    access: 'token',
    keys: ['products_read', 'dish_read', 'orders_read', 'orders_create', 'settings_read'],
    reply: list(ModifierGroup),
  }),
  create: post('/modifiers', {
    summary: 'Creates a modifier group',
    access: permission('settings_update'),
    audit: ['modifier'],
    body: ModifierGroupInput,
    reply: created('Modifier group added successfully'),
  }),
  update: put('/modifiers/{id}', {
    summary: 'Changes a modifier group; what was ordered keeps its modifiers',
    access: permission('settings_update'),
    audit: ['modifier'],
    body: ModifierGroupPatch,
    reply: updated('Modifier group updated successfully'),
    problems: { notFound },
  }),
  remove: del('/modifiers/{id}', {
    summary: 'Deletes a modifier group that no product or dish names',
    access: permission('settings_update'),
    audit: ['modifier'],
    reply: noContent,
    problems: { notFound, inUse: message(400, 'Modifier group is in use') },
  }),
})
