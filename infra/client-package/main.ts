import { join } from 'node:path'
import { buildClient } from './build.ts'

/*
 * `npm run build-client [-- <folder>]`: makes a folder the package of the typed client, which
 * `npm pack` and `npm install` take. The folder is dist/client by default.
 */
const [, , folder = join(import.meta.dirname, '../../dist/client')] = process.argv
buildClient(folder)
console.log(`The client is in ${folder}: npm pack ${folder}`)
