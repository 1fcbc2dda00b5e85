import { expect, test } from 'vitest'
import { groups, socketApis, workers } from '../../functions/all.ts'
import { groupOf, sources } from './sources.ts'

const folders = (pattern: string) =>
  sources(pattern)
    .map((path) => groupOf(path) ?? path)
    .sort()

const names = (declared: readonly { readonly name: string }[]) =>
  declared.map(({ name }) => name).sort()

test('every group of functions/ is in functions/all.ts, under the name of its folder', () => {
  expect(names(groups)).toEqual(folders('functions/*/endpoints.ts'))
})

test('so is every WebSocket API', () => {
  expect(names(socketApis)).toEqual(folders('functions/*/sockets.ts'))
})

test('and every worker', () => {
  expect(names(workers)).toEqual(folders('functions/*/worker.ts'))
})

test('every folder of functions/ has a handler', () => {
  expect(folders('functions/*/handler.ts')).toEqual(
    [
      ...names(groups),
      ...names(socketApis),
      ...names(workers),
      'fallback',
      'keep-warm',
    ].sort(),
  )
})
