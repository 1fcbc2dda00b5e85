import { invokeImports } from '../../shared/back-office/imports/import-lease.ts'
import {
  createRun,
  partNumber,
  storePart,
} from '../../shared/back-office/imports/import-records.ts'
import { shownPart, shownRun } from '../../shared/back-office/imports/imports.ts'
import { readRows } from '../../shared/back-office/imports/read-rows.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  create: ({ body, request: { nowMs } }) => createRun(body, nowMs),

  putPart: async ({ params: { id, n }, caller: { userId, roleId }, request }) => {
    const part = partNumber(n)
    const rows = readRows(request.bytes())
    const sender = { caller: { userId, roleId }, ownUrls: request.ownUrls }
    const stored = await storePart(id, part, rows, sender, request.nowMs)
    await invokeImports()
    return shownPart(stored)
  },

  one: ({ params: { id }, request: { nowMs } }) => shownRun(id, nowMs),
})
