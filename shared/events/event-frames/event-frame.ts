import * as z from 'zod'
import type { EventType } from '../../lightning/payments-feed/topics.ts'
import { Printer } from '../../paper/printing/printer-configuration.ts'
import { isoTime, recordId } from '../../platform/validation/fields.ts'
import { KitchenOrder } from '../../selling/kitchen/kitchen-order.ts'
import { RestaurantOrder } from '../../selling/restaurant/restaurant-order.ts'
import { Table } from '../../selling/restaurant/table.ts'
import { listedTenders, saleFields } from '../../selling/sales/sale-on-wire.ts'

const common = {
  id: recordId('what changed'),
  at: z.int().describe('When it was sent, Unix ms: the `since` of a replay'),
  eventId: z.string().describe('The same when a frame comes again'),
}

const deleted = z
  .literal(true)
  .optional()
  .describe('It is gone; no field but `id` counts')

const frame = <const Type extends EventType, Shape extends z.ZodRawShape>(
  type: Type,
  shape: Shape,
) => z.object({ type: z.literal(type), ...common, ...shape })

const order = RestaurantOrder.shape
const kitchen = KitchenOrder.shape
const line = kitchen.lines.element.shape
const printer = Printer.shape

/** The frames of /ws/events: what a screen needs to know, never costs, PINs or hashes. */
export const eventFrames = {
  order: frame('order.changed', {
    kind: z.enum(['store', 'restaurant']).describe('Where it was sold'),
    tableId: order.tableId,
    status: order.status,
    total: order.total,
    number: order.number,
    listed: z
      .object({
        status: z.string().describe('As that list has it, which may be another one'),
        createdAt: isoTime,
        soldAt: saleFields.soldAt,
        userName: z.string().describe('Name of the user at that time'),
        paymentMethod: z.string().describe('Names, joined by commas; blank for none'),
        tenders: listedTenders,
        refundCount: z.int().describe('How many refunds it has'),
      })
      .optional()
      .describe(
        'What GET /orders/with-payments has of it besides; frames of releases up to 0.3.1 lack it',
      ),
    series: z.string().optional().describe("Of a till's number: its letters, such as B"),
    receiptNumber: z.string().optional().describe('At a till: as it is printed, B-42'),
    deleted,
  }).meta({ id: 'OrderChanged', description: 'An order is new, other or gone' }),
  line: frame('line.changed', {
    orderId: recordId('its order'),
    tableId: kitchen.tableId,
    tableName: kitchen.tableName,
    roomName: kitchen.roomName,
    userName: kitchen.userName,
    dishId: line.dishId,
    name: line.name,
    categoryId: line.categoryId,
    modifiers: line.modifiers,
    notes: line.notes,
    status: line.status,
    firedAt: line.firedAt,
    deleted,
  }).meta({
    id: 'LineChanged',
    description: 'A unit of a dish was sent to the kitchen, changed there, or is gone',
  }),
  table: frame('table.changed', {
    name: Table.shape.name,
    status: Table.shape.status,
    spaceId: Table.shape.spaceId,
    orderId: Table.shape.orderId,
    deleted,
  }).meta({ id: 'TableChanged', description: 'A table is new, other or gone' }),
  product: frame('product.changed', {
    name: z.string().describe('Name as tills show it, such as Green tea'),
    isAvailable: z.boolean().describe('Whether it is sold now'),
    variants: z
      .array(
        z.object({
          id: recordId('the variant'),
          priceCents: z.int().describe('In cents'),
          quantity: z.int().nullable().describe('In stock; null where none are counted'),
        }),
      )
      .describe('Active ones, oldest first; a plain product is its only one'),
    deleted,
  }).meta({ id: 'ProductChanged', description: 'A product is new, other or gone' }),
  catalogue: frame('catalogue.changed', {
    id: z.string().describe('The same as `version`'),
    version: z
      .string()
      .describe(
        'Of /till-data. Where it is the one that a client has, the shift has begun or ended',
      ),
  }).meta({ id: 'CatalogueChanged', description: 'What tills know has another version' }),
  version: frame('catalogue.version', {
    id: z.string().describe('The same as `version`'),
    version: z.string().describe('Of /till-data: a client that has another one reads it'),
  }).meta({ id: 'CatalogueVersion', description: 'Every five minutes' }),
  stock: frame('stock.changed', {
    id: z.string().describe('Blank: it is about many'),
    units: z
      .record(z.string(), z.int())
      .describe('Units in stock by the ids of variants, as they are now'),
  }).meta({
    id: 'StockChanged',
    description: 'All units that changed, every 5 s at most',
  }),
  printer: frame('printer.changed', {
    printerName: printer.printerName,
    printerType: printer.printerType,
    enabled: printer.enabled,
    deleted,
  }).meta({ id: 'PrinterChanged', description: 'A printer is new, other or gone' }),
  alertRaised: frame('alert.raised', {
    kind: z.string().describe('What it is about, such as stock_low'),
    title: z.string().describe('In English'),
  }).meta({ id: 'AlertRaised', description: 'Something is wrong; for administrators' }),
  alertCleared: frame('alert.cleared', {
    kind: z.string().describe('What it was about, such as stock_low'),
  }).meta({ id: 'AlertCleared', description: 'It is over; for administrators' }),
} as const

export const EventFrame = z
  .union([
    eventFrames.order,
    eventFrames.line,
    eventFrames.table,
    eventFrames.product,
    eventFrames.catalogue,
    eventFrames.version,
    eventFrames.stock,
    eventFrames.printer,
    eventFrames.alertRaised,
    eventFrames.alertCleared,
  ])
  .meta({ id: 'EventFrame' })
export type EventFrame = z.output<typeof EventFrame>

/** A frame before it is sent: the news of a change, without its time and number. */
export type EventNews = WithoutSending<EventFrame>
type WithoutSending<F> = F extends EventFrame ? Omit<F, 'at' | 'eventId'> : never
