import { describe, expect, inject, test } from 'vitest'
import { isLoopback, listenersOn } from './processes.ts'

// Reads sockets from /proc, which only Linux has.
describe.skipIf(process.platform !== 'linux')("the tests' engines", () => {
  test.each(['dynamoDbEndpoint', 'queuesEndpoint'] as const)(
    '%s is on loopback only',
    (name) => {
      const listeners = listenersOn(Number(new URL(inject(name)).port))
      expect(listeners).not.toEqual([])
      expect(listeners.filter((socket) => !isLoopback(socket))).toEqual([])
    },
  )
})
