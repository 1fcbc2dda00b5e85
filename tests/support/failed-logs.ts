import { beforeEach } from 'vitest'

/*
 * Keeps what a test logs in its process, and prints it when the test fails. To hand the
 * line of each request to the process of Vitest takes a tenth of the time of all tests.
 */
const shared: { logOfVitest?: typeof console.log } = globalThis as object
// Files that share a process run this one again.
shared.logOfVitest ??= console.log
const print = shared.logOfVitest

let lines: unknown[][] = []
console.log = (...line) => {
  lines.push(line)
}

beforeEach(({ onTestFailed }) => {
  lines = []
  onTestFailed(() => {
    for (const line of lines) print(...line)
  })
})
