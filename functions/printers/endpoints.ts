import * as z from 'zod'
import { del, get, group, post, put } from '../../shared/http/endpoint.ts'
import { empty, error } from '../../shared/http/problem.ts'
import { emptyBody, json, list, noContent, plainText } from '../../shared/http/reply.ts'
import { PrintableTicket } from '../../shared/printers/limits.ts'
import { printerTypes } from '../../shared/printers/printer.ts'
import { nonBlank, optionalText } from '../../shared/validation/fields.ts'

const PrinterType = z.enum(printerTypes)

const Printer = z.object({
  id: z.string(),
  printerType: PrinterType,
  printerName: z.string(),
  templateName: z.string().nullable(),
  isDefault: z.boolean(),
  enabled: z.boolean(),
  createdAt: z.string(),
})

const orNull = optionalText.transform((value) => value ?? null)

const PrinterInput = z.object({
  printerType: PrinterType,
  printerName: nonBlank,
  templateName: orNull,
  isDefault: z.boolean().default(false),
  enabled: z.boolean().default(true),
})

const PrinterPatch = z.object({
  printerType: PrinterType.optional(),
  printerName: nonBlank.optional(),
  templateName: optionalText,
  isDefault: z.boolean().optional(),
  enabled: z.boolean().optional(),
})

const PrintRequest = z.object({
  templateName: orNull,
  ticketData: PrintableTicket,
  printerType: PrinterType,
  printerId: orNull,
  broadcast: z.boolean().default(false),
  forceTemplateName: z.boolean().default(false),
})
export type PrintRequest = z.output<typeof PrintRequest>

const notFound = empty(404)
const alreadyExists = error(409, 'Printer configuration already exists')
const conflict = error(409, 'Failed to set default printer')

/** Printers and what is printed on them (core-interface; open-areas, section 10). */
export const endpoints = group('printers', ['table', 'token-key', 'print-queues'], {
  available: get('/printers/available', { access: 'token', reply: list(z.string()) }),
  set: post('/printers/set', {
    access: 'token',
    body: z.object({ printerType: PrinterType, printerName: nonBlank }),
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
