import * as z from 'zod'
import {
  ListedRole,
  Permission,
  Role,
  RoleInput,
  RolePermissionsInput,
} from '../../shared/people/staff/role.ts'
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
import { withAsRead } from '../../shared/platform/validation/as-read.ts'
import { recordId } from '../../shared/platform/validation/fields.ts'

const Assigned = z.object({
  roleId: recordId('the role'),
  assigned: z.int().describe('How many permissions it has'),
})

const invalid = bare(400, 'Invalid role data')
const alreadyExists = message(409, 'Role name already exists')
const notFound = bare(404, 'Role not found')
const notFoundById = bare(404, 'Role with ID: {id} not found')

/** Roles with their permissions, and the catalogue of all permissions. */
export const endpoints = group('roles', ['table', 'token-key', 'pin-key'], {
  list: get('/roles', {
    summary: 'Lists roles',
    access: permission('roles_read'),
    notForKeys: true,
    reply: list(ListedRole, 'No roles found'),
  }),
  one: get('/roles/{id}', {
    summary: 'Gets a role',
    access: permission('roles_read'),
    notForKeys: true,
    reply: json(Role),
    problems: { notFound: notFound },
  }),
  permissions: get('/roles/{id}/permissions', {
    summary: 'Lists the permissions of a role',
    access: permission('roles_read'),
    notForKeys: true,
    reply: list(Permission, 'No permissions found for this role'),
    problems: { notFound: notFound },
  }),
  create: post('/roles', {
    summary: 'Creates a role, with permissions if it names any',
    access: permission('roles_create'),
    notForKeys: true,
    audit: ['role'],
    body: RoleInput,
    reply: created('Role added successfully'),
    problems: { invalid, alreadyExists },
    failures: ['adminRequired', 'invalidPin', 'tooManyAttempts'],
  }),
  update: put('/roles/{id}', {
    summary: 'Changes a role, and its permissions if they are sent',
    access: permission('roles_update'),
    notForKeys: true,
    audit: ['role'],
    body: withAsRead(RoleInput),
    reply: updated('Role updated successfully'),
    problems: { invalid, alreadyExists, notFound: notFoundById },
    failures: [
      'recordChanged',
      'adminRequired',
      'lastAdmin',
      'invalidPin',
      'tooManyAttempts',
    ],
  }),
  assign: put('/roles/{id}/permissions', {
    summary: 'Replaces the permissions of a role',
    access: permission('roles_update'),
    notForKeys: true,
    audit: ['role'],
    body: RolePermissionsInput,
    reply: json(Assigned),
    problems: { notFound: notFoundById },
    failures: ['adminRequired', 'invalidPin', 'tooManyAttempts'],
  }),
  remove: del('/roles/{id}', {
    summary: 'Deletes a role',
    access: permission('roles_delete'),
    notForKeys: true,
    audit: ['role'],
    reply: noContent,
    problems: { notFound: notFoundById },
    failures: ['adminRequired', 'lastAdmin'],
  }),
  allPermissions: get('/permissions', {
    summary: 'Lists all permissions there are',
    access: permission('permissions_read'),
    reply: list(Permission, 'No permissions found'),
  }),
})
