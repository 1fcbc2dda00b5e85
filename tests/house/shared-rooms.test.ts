import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, sources } from './sources.ts'

/**
 * The rooms of shared/ in layers: a room imports rooms of lower layers only. Files that
 * stand in shared/ itself are the ground of all layers and import each other alone.
 */
const layers: readonly (readonly string[])[] = [
  ['deployment', 'time', 'money'],
  ['validation', 'sockets', 'dynamodb', 'lightning'],
  ['audit'],
  ['printing', 'staff', 'uploads'],
  ['auth', 'shop', 'agents', 'sales', 'catalog'],
  ['http', 'payments-feed', 'store', 'restaurant', 'shifts'],
  ['bills', 'refunds', 'printers', 'wallet', 'reports', 'docs-page', 'office-page'],
  ['kitchen', 'client'],
]

const ground = '(shared)'

const roomOf = (path: string): string => {
  const [, room = '', file] = path.split('/')
  return file === undefined ? ground : room
}

const layerOf = (room: string): number =>
  room === ground ? -1 : layers.findIndex((rooms) => rooms.includes(room))

const files = sources('shared/**/*.ts')

test('every room of shared/ has its layer', () => {
  const rooms = new Set(files.map(roomOf).filter((room) => room !== ground))
  expect([...rooms].sort()).toEqual(layers.flat().sort())
})

describe('rooms of shared/', () => {
  test('import lower layers only', () => {
    const upwards = files.flatMap((file) =>
      importsOf(file)
        .map(({ from }) => from)
        .filter((from) => from.startsWith('shared/') && roomOf(from) !== roomOf(file))
        .filter((from) => layerOf(roomOf(from)) >= layerOf(roomOf(file)))
        .map((from) => `${file} imports ${from}`),
    )
    expect(upwards).toEqual([])
  })
})

test('a folder of functions/ is the edge only: declarations, handler, a page for browsers', () => {
  const edge = ['endpoints.ts', 'handler.ts', 'sockets.ts', 'worker.ts']
  const others = sources('functions/*/**/*.ts').filter(
    (file) => !edge.includes(basename(file)) && !/^functions\/[a-z-]+\/page\//.test(file),
  )
  expect(others).toEqual([])
})
