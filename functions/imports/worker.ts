import type { Worker } from '../../shared/platform/http/endpoint.ts'

/** Imports the rows of parts, one after another. */
export const worker: Worker = { name: 'imports', uses: ['table', 'imports'] }
