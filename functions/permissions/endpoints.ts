import { get, group, permission } from '../../shared/http/endpoint.ts'
import { list } from '../../shared/http/reply.ts'
import { Permission } from '../../shared/staff/user-info.ts'

/** The permission catalogue (open-areas, section 3). */
export const endpoints = group('permissions', ['token-key'], {
  list: get('/permissions', {
    access: permission('permissions_read'),
    reply: list(Permission, 'No permissions found'),
  }),
})
