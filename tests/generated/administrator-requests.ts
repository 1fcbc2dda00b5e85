import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Endpoint } from '../../shared/platform/http/endpoint.ts'
import { Client } from '../support/client.ts'
import type { Staff } from '../support/staff.ts'
import { allEndpoints, endpointsWhere } from './endpoints.ts'

/** The ids of the user who sends the request. */
export type CallerIds = { readonly id: string; readonly roleId: string }

/** A request that creates, changes or deletes an administrator or an administrators' role. */
export type AdministratorRequest = {
  /** The endpoint's route key. */
  readonly endpoint: string
  readonly what: string
  /** Creates the records it needs and returns its path and body. */
  readonly request: (
    staff: Staff,
    caller: CallerIds,
  ) => Promise<{ readonly path: string; readonly body?: object }>
}

/** Every endpoint that changes users or roles, but those that ask for an administrator first. */
export const staffEndpoints = endpointsWhere(
  (access, { method, path }) =>
    access !== 'administrator' && method !== 'GET' && /^\/(users|roles)(\/|$)/.test(path),
)

/** A value to send for each field of a user or a role. */
const samples: Readonly<Record<string, (staff: Staff) => unknown>> = {
  name: () => randomUUID(),
  pin: () => '8642',
  email: () => 'x@shop.example',
  phone: () => '555',
  roleId: (staff) => staff.createRole(),
  role: () => randomUUID(),
  isAdmin: () => false,
  password: () => 'opens the wallet',
}

const endpointOf = (key: string) =>
  allEndpoints.find(([each]) => each === key)?.[1] as Endpoint

/** The names of the fields that an endpoint's body declares, but the proof that changes none. */
const fieldsOf = (key: string) => {
  const { body } = endpointOf(key)
  // A change may say what its client has read, beside its fields
  const fields = body instanceof z.ZodIntersection ? body.def.left : body
  return Object.keys((fields as z.ZodObject).shape).filter(
    (name) => name !== 'currentUserPin',
  )
}

const sample = async (staff: Staff, field: string) => ({
  [field]: await samples[field]?.(staff),
})

const createAdministrator = async (staff: Staff) =>
  (await staff.createUser(await staff.createRole({ isAdmin: true }))).id
const createUser = async (staff: Staff) =>
  (await staff.createUser(await staff.createRole())).id

const changesOfUsers: AdministratorRequest[] = fieldsOf('PUT /users/{id}').map(
  (field) => ({
    endpoint: 'PUT /users/{id}',
    what: `changes ${field} of an administrator`,
    request: async (staff) => ({
      path: `/users/${await createAdministrator(staff)}`,
      body: await sample(staff, field),
    }),
  }),
)

const changesOfRoles: AdministratorRequest[] = fieldsOf('PUT /roles/{id}').map(
  (field) => ({
    endpoint: 'PUT /roles/{id}',
    what: `changes ${field} of an administrators’ role`,
    request: async (staff) => {
      const role = randomUUID()
      const id = await staff.createRole({ role, isAdmin: true })
      return { path: `/roles/${id}`, body: { role, ...(await sample(staff, field)) } }
    },
  }),
)

const creations: AdministratorRequest[] = [
  {
    endpoint: 'POST /users',
    what: 'creates an administrator',
    request: async (staff) => ({
      path: '/users',
      body: {
        name: randomUUID(),
        pin: '1234',
        role: await staff.createRole({ isAdmin: true }),
      },
    }),
  },
  {
    endpoint: 'PUT /users/{id}',
    what: 'makes an administrator of a user',
    request: async (staff) => ({
      path: `/users/${await createUser(staff)}`,
      body: { roleId: await staff.createRole({ isAdmin: true }) },
    }),
  },
  {
    endpoint: 'PUT /users/{id}',
    what: 'makes an administrator of the caller',
    request: async (staff, caller) => ({
      path: `/users/${caller.id}`,
      body: { roleId: await staff.createRole({ isAdmin: true }) },
    }),
  },
  {
    endpoint: 'PUT /users/{id}',
    what: 'gives the caller another role',
    request: async (staff, caller) => ({
      path: `/users/${caller.id}`,
      body: { roleId: await staff.createRole() },
    }),
  },
  {
    endpoint: 'PUT /users/{id}',
    what: 'removes an administrator’s role',
    request: async (staff) => ({
      path: `/users/${await createAdministrator(staff)}`,
      body: { roleId: null },
    }),
  },
  {
    endpoint: 'POST /roles',
    what: 'creates an administrators’ role',
    request: async () => ({
      path: '/roles',
      body: { role: randomUUID(), isAdmin: true, password: 'opens the wallet' },
    }),
  },
  {
    endpoint: 'PUT /roles/{id}',
    what: 'makes an administrators’ role of another',
    request: async (staff) => ({
      path: `/roles/${await staff.createRole()}`,
      body: { role: randomUUID(), isAdmin: true },
    }),
  },
  {
    endpoint: 'PUT /roles/{id}',
    what: 'makes an administrators’ role of the caller’s own',
    request: async (_staff, caller) => ({
      path: `/roles/${caller.roleId}`,
      body: { role: randomUUID(), isAdmin: true, password: 'opens the wallet' },
    }),
  },
  ...[[], ['dish_read']].map((permissions) => ({
    endpoint: 'PUT /roles/{id}/permissions',
    what: `gives an administrators’ role ${permissions.length} permissions`,
    request: async (staff: Staff) => ({
      path: `/roles/${await staff.createRole({ isAdmin: true })}/permissions`,
      body: { permissions },
    }),
  })),
]

const deletions: AdministratorRequest[] = [
  {
    endpoint: 'DELETE /users/{id}/sessions',
    what: 'logs an administrator out',
    request: async (staff) => ({
      path: `/users/${await createAdministrator(staff)}/sessions`,
    }),
  },
  {
    endpoint: 'DELETE /users/{id}/sessions/{sessionId}',
    what: 'logs an administrator out on one device',
    request: async (staff) => {
      const { id, credentials } = await staff.createUser(
        await staff.createRole({ isAdmin: true }),
      )
      await new Client(staff.admin.baseUrl).post('/auth/login', credentials)
      const { body } = await staff.admin.get(`/users/${id}/sessions`)
      return { path: `/users/${id}/sessions/${body[0].id}` }
    },
  },
  {
    endpoint: 'DELETE /users/{id}',
    what: 'deletes an administrator',
    request: async (staff) => ({ path: `/users/${await createAdministrator(staff)}` }),
  },
  {
    endpoint: 'DELETE /roles/{id}',
    what: 'deletes an administrators’ role',
    request: async (staff) => ({
      path: `/roles/${await staff.createRole({ isAdmin: true })}`,
    }),
  },
]

/** Every request of the API that only administrators may send. */
export const administratorRequests = [
  ...creations,
  ...changesOfUsers,
  ...changesOfRoles,
  ...deletions,
]
