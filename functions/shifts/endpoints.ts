import * as z from 'zod'
import { del, get, group, permission, post, put } from '../../shared/http/endpoint.ts'
import { bare } from '../../shared/http/problem.ts'
import { created, json, list, noContent, updated } from '../../shared/http/reply.ts'
import { ClosingAmounts, Shift, ShiftInput } from '../../shared/staff/shift.ts'

const notFound = bare(404, 'Shift not found')

/** Staff shifts. At most one is open. */
export const endpoints = group('shifts', ['table', 'token-key'], {
  list: get('/shifts', {
    summary: 'Lists shifts',
    access: permission('shifts_read'),
    reply: list(Shift, 'No shifts found'),
  }),
  open: get('/shifts/open', {
    summary: 'Gets the open shift',
    access: permission('shifts_read'),
    query: z.object({
      user_id: z.string().optional().describe('Shows the shift of this user only'),
    }),
    reply: json(Shift),
    alternatives: { none: noContent },
  }),
  one: get('/shifts/{id}', {
    summary: 'Gets a shift',
    access: permission('shifts_read'),
    reply: json(Shift),
    problems: { notFound: notFound },
  }),
  create: post('/shifts', {
    summary: 'Opens a shift',
    access: permission('shifts_create'),
    body: ShiftInput,
    reply: created('Shift added successfully'),
    problems: { userNotFound: bare(400, 'Failed to add shift') },
    failures: ['shiftAlreadyOpen'],
  }),
  update: put('/shifts/{id}', {
    summary: 'Changes a shift',
    access: permission('shifts_create', 'shifts_update'),
    body: ShiftInput.and(ClosingAmounts),
    reply: updated('Shift updated successfully'),
    problems: { notFound: bare(404, 'Shift with ID: {id} not found') },
    failures: ['userNotFound', 'shiftAlreadyOpen'],
  }),
  close: post('/shifts/{id}/close', {
    summary: 'Closes the open shift',
    access: permission('shifts_create'),
    body: ClosingAmounts.prefault({}),
    reply: updated('Shift closed successfully'),
    problems: { notFound: bare(404, 'Shift not found or already closed') },
  }),
  remove: del('/shifts/{id}', {
    summary: 'Deletes a shift',
    access: permission('shifts_delete'),
    reply: noContent,
    problems: { notFound: notFound },
  }),
})
