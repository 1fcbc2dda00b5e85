import type { Worker } from '../../shared/http/endpoint.ts'

/** Imports the rows of parts, one after another. */
export const worker: Worker = { name: 'imports', uses: ['table', 'imports'] }
