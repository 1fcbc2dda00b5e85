import * as z from 'zod'
import { del, get, group, permission, post, put } from '../../shared/http/endpoint.ts'
import { bare } from '../../shared/http/problem.ts'
import { created, json, list, noContent, updated } from '../../shared/http/reply.ts'
import { ClosingAmounts, Shift, ShiftInput } from '../../shared/staff/shift.ts'

const notFound = bare(404, 'Shift not found')

/** Staff shifts. At most one is open. */
export const endpoints = group('shifts', ['table', 'token-key'], {
  list: get('/shifts', {
    access: permission('shifts_read'),
    reply: list(Shift, 'No shifts found'),
  }),
  open: get('/shifts/open', {
    access: permission('shifts_read'),
    query: z.object({ user_id: z.string().optional() }),
    reply: json(Shift),
    alternatives: { none: noContent },
  }),
  one: get('/shifts/{id}', {
    access: permission('shifts_read'),
    reply: json(Shift),
    problems: { notFound: notFound },
  }),
  create: post('/shifts', {
    access: permission('shifts_create'),
    body: ShiftInput,
    reply: created('Shift added successfully'),
    problems: { userNotFound: bare(400, 'Failed to add shift') },
  }),
  update: put('/shifts/{id}', {
    access: permission('shifts_create', 'shifts_update'),
    body: ShiftInput.and(ClosingAmounts),
    reply: updated('Shift updated successfully'),
    problems: { notFound: bare(404, 'Shift with ID: {id} not found') },
  }),
  close: post('/shifts/{id}/close', {
    access: permission('shifts_create'),
    body: ClosingAmounts.prefault({}),
    reply: updated('Shift closed successfully'),
    problems: { notFound: bare(404, 'Shift not found or already closed') },
  }),
  remove: del('/shifts/{id}', {
    access: permission('shifts_delete'),
    reply: noContent,
    problems: { notFound: notFound },
  }),
})
