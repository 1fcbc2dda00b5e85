import * as z from 'zod'
import { ErasedUser, PersonalData } from '../../shared/people/staff/personal-data.ts'
import { Permission } from '../../shared/people/staff/role.ts'
import { ListedSession } from '../../shared/people/staff/session.ts'
import {
  Confirmation,
  NamedUser,
  NewUser,
  User,
  UserForm,
  UserInfo,
  UserPatch,
} from '../../shared/people/staff/user.ts'
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

const Me = z
  .object({
    user: UserInfo,
    perms: z.array(Permission).describe('What the role permits'),
  })
  .meta({ id: 'Me' })

const alreadyExists = message(409, 'User name already exists')
const notFound = bare(404, 'User not found')
const notFoundById = bare(404, 'User with ID: {id} not found')

/** Staff accounts. */
export const endpoints = group(
  'users',
  ['table', 'token-key', 'pin-key', 'watchers:close'],
  {
    list: get('/users', {
      summary: 'Lists users, for callers without users_read by name and role',
      access: 'login-screen',
      keys: ['users_read'],
      reply: list(User, 'No users found'),
      alternatives: { reduced: list(NamedUser, 'No users found') },
    }),
    listPublic: get('/users/public', {
      summary: 'Lists users by name and role, for the login screen',
      access: 'login-screen',
      keys: ['users_read'],
      reply: list(NamedUser),
    }),
    me: get('/users/me', {
      summary: "Gets the caller's user and permissions",
      access: 'token',
      reply: json(Me),
      problems: { notFound: notFound },
      failures: ['permissionRequired'],
    }),
    one: get('/users/{id}', {
      summary: 'Gets a user',
      access: { permission: ['users_read'], orOwnId: true },
      reply: json(User),
      problems: { notFound: notFound },
    }),
    data: get('/users/{id}/data', {
      summary: 'Gets what is kept about a user, who may have been deleted',
      access: 'administrator',
      reply: json(PersonalData),
      problems: { notFound: notFound },
    }),
    erase: post('/users/{id}/erase', {
      summary: 'Deletes a user and what is personal in the record of it',
      access: 'administrator',
      audit: ['user'],
      body: Confirmation,
      reply: json(ErasedUser),
      problems: { notFound: notFoundById },
      failures: [
        'adminRequired',
        'lastUser',
        'lastAdmin',
        'invalidPin',
        'tooManyAttempts',
      ],
    }),
    create: post('/users', {
      summary: 'Creates a user',
      access: permission('users_create'),
      notForKeys: true,
      audit: ['user'],
      body: NewUser,
      wireBody: { schema: UserForm },
      reply: created('User added successfully'),
      problems: {
        blankNameOrPin: bare(
          400,
          'Failed to add user, user name and/or pin cannot be null or blank',
        ),
        shortPin: bare(400, 'Failed to add user, pin must be at least 4 characters long'),
        roleNotFound: bare(400, 'Failed to add user'),
        alreadyExists,
      },
      failures: ['adminRequired', 'invalidPin', 'tooManyAttempts'],
    }),
    update: put('/users/{id}', {
      summary: 'Changes a user',
      access: permission('users_update'),
      notForKeys: true,
      audit: ['user', 'pin'],
      body: UserPatch,
      reply: updated('User updated successfully'),
      problems: {
        nothingProvided: bare(400, 'No fields provided to update'),
        blankName: bare(400, 'Failed to update user, user name cannot be blank'),
        shortPin: bare(
          400,
          'Failed to update user, pin must be at least 4 characters long',
        ),
        notFound: notFoundById,
        alreadyExists,
      },
      failures: [
        'roleNotFound',
        'adminRequired',
        'lastAdmin',
        'invalidPin',
        'tooManyAttempts',
      ],
    }),
    sessions: get('/users/{id}/sessions', {
      summary: 'Lists the sessions of a user that have not ended, the latest first',
      access: permission('users_update'),
      notForKeys: true,
      reply: json(z.array(ListedSession)),
      problems: { notFound: notFoundById },
    }),
    endSession: del('/users/{id}/sessions/{sessionId}', {
      summary: 'Logs a user out on one device; the PIN stays',
      access: permission('users_update'),
      notForKeys: true,
      audit: ['user'],
      reply: noContent,
      problems: { notFound: message(404, 'Session not found') },
      failures: ['adminRequired'],
    }),
    endSessions: del('/users/{id}/sessions', {
      summary: 'Logs a user out everywhere; the PIN stays',
      access: permission('users_update'),
      notForKeys: true,
      audit: ['user'],
      reply: noContent,
      problems: { notFound: notFoundById },
      failures: ['adminRequired'],
    }),
    remove: del('/users/{id}', {
      summary: 'Deletes a user and ends its sessions',
      access: permission('users_delete'),
      notForKeys: true,
      audit: ['user'],
      body: Confirmation,
      reply: noContent,
      problems: { notFound: notFoundById },
      failures: [
        'adminRequired',
        'lastUser',
        'lastAdmin',
        'invalidPin',
        'tooManyAttempts',
      ],
    }),
  },
)
