import {
  del,
  get,
  group,
  permission,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import { bare } from '../../shared/platform/http/problem.ts'
import {
  created,
  json,
  list,
  noContent,
  updated,
} from '../../shared/platform/http/reply.ts'
import { Ticket, TicketInput } from '../../shared/selling/sales/ticket.ts'

const notFound = bare(404, 'Ticket not found')

/** The tickets of restaurant and store orders. */
export const endpoints = group('tickets', ['table', 'token-key'], {
  list: get('/tickets', {
    summary: 'Lists tickets',
    access: permission('tickets_read'),
    reply: list(Ticket, 'No tickets found'),
  }),
  one: get('/tickets/{id}', {
    summary: 'Gets a ticket',
    access: permission('tickets_read'),
    reply: json(Ticket),
    problems: { notFound: notFound },
  }),
  create: post('/tickets', {
    summary: 'Creates a ticket',
    access: permission('tickets_create'),
    audit: ['ticket'],
    body: TicketInput,
    reply: created('Ticket added successfully'),
  }),
  update: put('/tickets/{id}', {
    summary: 'Changes a ticket',
    access: permission('tickets_update'),
    audit: ['ticket', 'cancellation'],
    body: TicketInput,
    reply: updated('Ticket updated successfully'),
    problems: { notFound: bare(404, 'Ticket with ID: {id} not found') },
    failures: ['ticketOfSale'],
  }),
  remove: del('/tickets/{id}', {
    summary: 'Deletes a ticket and its links to payments',
    access: permission('tickets_delete'),
    audit: ['cancellation'],
    reply: noContent,
    problems: { notFound: notFound },
  }),
})
