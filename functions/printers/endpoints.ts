import * as z from 'zod'
import { del, get, group, post, put } from '../../shared/http/endpoint.ts'
import { empty, error } from '../../shared/http/problem.ts'
import { emptyBody, json, list, noContent, plainText } from '../../shared/http/reply.ts'
import { PrintRequest } from '../../shared/printers/print-request.ts'
import {
  Printer,
  PrinterInput,
  PrinterPatch,
  PrinterSelection,
} from '../../shared/printers/printer.ts'

const notFound = empty(404)
const alreadyExists = error(409, 'Printer configuration already exists')
const conflict = error(409, 'Failed to set default printer')

/** Printer configurations, and printing. */
export const endpoints = group('printers', ['table', 'token-key', 'print-queues'], {
  available: get('/printers/available', { access: 'token', reply: list(z.string()) }),
  set: post('/printers/set', {
    access: 'token',
    body: PrinterSelection,
    reply: plainText,
    problems: { conflict },
  }),
  print: post('/printers/print', {
    access: 'token',
    body: PrintRequest,
    reply: plainText,
  }),
  list: get('/printers/configs', { access: 'token', reply: list(Printer) }),
  create: post('/printers/configs', {
    access: 'token',
    body: PrinterInput,
    reply: json(z.object({ id: z.string() }), 201),
    problems: { alreadyExists },
  }),
  update: put('/printers/configs/{id}', {
    access: 'token',
    body: PrinterPatch,
    reply: emptyBody,
    problems: { notFound, alreadyExists },
  }),
  remove: del('/printers/configs/{id}', {
    access: 'token',
    reply: noContent,
    problems: { notFound },
  }),
  makeDefault: post('/printers/configs/{id}/default', {
    access: 'token',
    reply: emptyBody,
    problems: { notFound, conflict },
  }),
})
