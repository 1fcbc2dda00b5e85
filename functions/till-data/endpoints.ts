import { get, group } from '../../shared/platform/http/endpoint.ts'
import { bare } from '../../shared/platform/http/problem.ts'
import { json, jsonNotModified, tagged } from '../../shared/platform/http/reply.ts'
import {
  TillData,
  TillDataChanges,
  TillDataNow,
  TillDataNowQuery,
  TillDataQuery,
} from '../../shared/selling/till-data/till-data.ts'

const notFound = bare(404, 'Config not found')

/** Data of a till: everything in one read, and then its changes. */
export const endpoints = group('till-data', ['table', 'token-key'], {
  all: get('/till-data', {
    summary: 'Gets all that a till needs to sell, or what of it has changed',
    access: { permission: ['products_read', 'dish_read'], any: true },
    // It contains data for which keys need other permissions, such as people's names
    notForKeys: true,
    writes: true,
    query: TillDataQuery,
    reply: tagged(TillData),
    alternatives: { changes: tagged(TillDataChanges), unchanged: jsonNotModified },
    problems: { notFound },
  }),
  now: get('/till-data/now', {
    summary:
      'Gets the version of /till-data, the open shift, tables and, if asked, stock',
    access: 'token',
    writes: true,
    query: TillDataNowQuery,
    reply: json(TillDataNow),
  }),
})
