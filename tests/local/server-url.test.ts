import { expect, test } from 'vitest'
import { serverUrl } from '../../infra/local/local-server.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4000'],
  ['0.0.0.0', 'http://127.0.0.1:4000'],
  ['::1', 'http://[::1]:4000'],
  ['::', 'http://[::1]:4000'],
  ['localhost', 'http://localhost:4000'],
])('a server on %s is reached at %s', (address, url) => {
  expect(serverUrl(address, 4000)).toBe(url)
})
