import { describe, expect, test } from 'vitest'
import { groups, socketApis } from '../../functions/all.ts'
import { routeList } from '../../infra/routes.ts'
import { del, get, group, permission } from '../../shared/platform/http/endpoint.ts'
import { noContent } from '../../shared/platform/http/reply.ts'

test('lists method, path, caller and function in columns, sorted by path', () => {
  const spaces = group('spaces', [], {
    remove: del('/spaces/{id}', {
      summary: 'Deletes a space',
      access: permission('spaces_delete'),
      reply: noContent,
    }),
    mine: get('/my-spaces', {
      summary: 'Lists my spaces',
      access: 'token',
      reply: noContent,
    }),
    close: del('/spaces', {
      summary: 'Deletes all spaces',
      access: permission('spaces_delete', 'tables_delete'),
      reply: noContent,
    }),
  })
  const door = { name: 'door', paths: ['/ws/door'], access: 'agent', uses: [] } as const
  expect(routeList([spaces], [door])).toEqual([
    'GET     /my-spaces    any token                      spaces',
    'DELETE  /spaces       spaces_delete + tables_delete  spaces',
    'DELETE  /spaces/{id}  spaces_delete                  spaces',
    'WS      /ws/door      agents                         door',
  ])
})

describe('the route list of the product', () => {
  const list = routeList(groups, socketApis)
  const declared = groups.flatMap(({ endpoints }) => Object.values(endpoints))

  test('has a line for every endpoint and WebSocket path', () => {
    expect(list).toHaveLength(
      declared.length + socketApis.flatMap(({ paths }) => paths).length,
    )
  })

  test('has no route twice', () => {
    const routes = list.map((line) => line.split(/ +/).slice(0, 2).join(' '))
    expect(new Set(routes).size).toBe(routes.length)
  })
})
