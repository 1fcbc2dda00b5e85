import * as z from 'zod'
import { del, get, group, permission, post, put } from '../../shared/http/endpoint.ts'
import { bare, message } from '../../shared/http/problem.ts'
import { created, json, list, noContent, updated } from '../../shared/http/reply.ts'
import { Permission } from '../../shared/staff/permission.ts'
import {
  ListedRole,
  Role,
  RoleInput,
  RolePermissionsInput,
} from '../../shared/staff/role.ts'

const Assigned = z.object({ roleId: z.string(), assigned: z.number() })

const invalid = bare(400, 'Invalid role data')
const alreadyExists = message(409, 'Role name already exists')
const notFound = bare(404, 'Role not found')
const notFoundById = bare(404, 'Role with ID: {id} not found')

/** Roles with their permissions, and the catalogue of all permissions. */
export const endpoints = group('roles', ['table', 'token-key', 'pin-key'], {
  list: get('/roles', {
    access: permission('roles_read'),
    reply: list(ListedRole, 'No roles found'),
  }),
  one: get('/roles/{id}', {
    access: permission('roles_read'),
    reply: json(Role),
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
    body: RolePermissionsInput,
    reply: json(Assigned),
    problems: { notFound: notFoundById },
  }),
  remove: del('/roles/{id}', {
    access: permission('roles_delete'),
    reply: noContent,
    problems: { notFound: notFoundById },
  }),
  allPermissions: get('/permissions', {
    access: permission('permissions_read'),
    reply: list(Permission, 'No permissions found'),
  }),
})
