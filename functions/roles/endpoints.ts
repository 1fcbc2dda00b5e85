import * as z from 'zod'
import { del, get, group, permission, post, put } from '../../shared/http/endpoint.ts'
import { bare, message } from '../../shared/http/problem.ts'
import { created, json, list, noContent, updated } from '../../shared/http/reply.ts'
import { Permission } from '../../shared/staff/user-info.ts'
import { nonBlank, unlessBlank } from '../../shared/validation/fields.ts'

const role = { id: z.string(), role: z.string(), isAdmin: z.boolean() }
const ListedRole = z.object({ ...role, password: z.literal('********') })
const OneRole = z.object({ ...role, password: z.null() })

/** Without a password a role gives no wallet access; null takes it away, blank keeps it. */
const RoleInput = z.object({
  role: nonBlank,
  isAdmin: z.boolean().optional(),
  password: unlessBlank.nullish(),
})

const Assignment = z.object({ permissions: z.array(z.string()) })
const Assigned = z.object({ roleId: z.string(), assigned: z.number() })

const invalid = bare(400, 'Invalid role data')
const alreadyExists = message(409, 'Role name already exists')
const notFound = bare(404, 'Role not found')
const notFoundById = bare(404, 'Role with ID: {id} not found')

/** Roles and what they hold (open-areas, section 3). */
export const endpoints = group('roles', ['table', 'token-key', 'pin-key'], {
  list: get('/roles', {
    access: permission('roles_read'),
    reply: list(ListedRole, 'No roles found'),
  }),
  one: get('/roles/{id}', {
    access: permission('roles_read'),
    reply: json(OneRole),
    problems: { notFound: notFound },
  }),
  permissions: get('/roles/{id}/permissions', {
    access: permission('roles_read'),
    reply: list(Permission, 'No permissions found for this role'),
    problems: { notFound: notFound },
  }),
  create: post('/roles', {
    access: permission('roles_create'),
    body: RoleInput,
    reply: created('Role added successfully'),
    problems: { invalid, alreadyExists },
  }),
  update: put('/roles/{id}', {
    access: permission('roles_update'),
    body: RoleInput,
    reply: updated('Role updated successfully'),
    problems: { invalid, alreadyExists, notFound: notFoundById },
  }),
  assign: put('/roles/{id}/permissions', {
    access: permission('roles_update'),
    body: Assignment,
    reply: json(Assigned),
    problems: { notFound: notFoundById },
  }),
  remove: del('/roles/{id}', {
    access: permission('roles_delete'),
    reply: noContent,
    problems: { notFound: notFoundById },
  }),
})
