import * as z from 'zod'
import {
  ImportPart,
  ImportRun,
  ImportRunInput,
} from '../../shared/back-office/imports/import-run.ts'
import { get, group, post, put } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { json } from '../../shared/platform/http/reply.ts'
import { recordId } from '../../shared/platform/validation/fields.ts'

const notFound = message(404, 'Import run not found')

/** Imports of products, dishes, suppliers and staff from tables. */
export const endpoints = group(
  'import-runs',
  ['table', 'token-key', 'imports'],
  {
    create: post('/import/runs', {
      summary: 'Begins an import, whose rows follow in parts',
      access: 'administrator',
      audit: ['import'],
      body: ImportRunInput,
      reply: json(z.object({ id: recordId('the run') }), 201),
    }),
    putPart: put('/import/runs/{id}/parts/{n}', {
      summary:
        'Hands over a part of an import, CSV or NDJSON, to be imported from here on',
      access: 'administrator',
      audit: ['import', 'price', 'stock', 'tax', 'catalog', 'user'],
      rawBody: true,
      wireBody: {
        contentType: 'text/csv',
        schema: z
          .string()
          .describe('A table with a header, or a JSON object a line; 500 KB at most'),
      },
      bodyLimit: 500 * 1024,
      reply: json(ImportPart, 202),
      problems: { notFound },
      failures: ['invalid', 'malformedPart'],
    }),
    one: get('/import/runs/{id}', {
      summary: 'Says how far an import is, and which rows were refused',
      access: 'administrator',
      reply: json(ImportRun),
      problems: { notFound },
    }),
  },
  { keptWarm: false },
)
