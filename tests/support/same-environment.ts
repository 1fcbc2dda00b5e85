import { afterAll } from 'vitest'
import { restoreEnvironment } from './restore-environment.ts'

/* The next test file of this process must not see the options of this one. */
const before = { ...process.env }
afterAll(() => restoreEnvironment(before))
