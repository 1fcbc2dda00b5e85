import * as z from 'zod'
import { del, get, group, permission, post, put } from '../../shared/http/endpoint.ts'
import { bare, message } from '../../shared/http/problem.ts'
import {
  created,
  json,
  list,
  messageReply,
  noContent,
  updated,
} from '../../shared/http/reply.ts'
import { pictureUrl } from '../../shared/uploads/picture-url.ts'
import {
  id,
  integer,
  natural,
  nonBlank,
  optionalText,
} from '../../shared/validation/fields.ts'

const Product = z.object({
  id: z.string(),
  SKU: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  imageUrl: z.string().nullable(),
  costCents: z.int(),
  categoryIds: z.array(z.string()),
  quantity: z.int(),
  minStockThreshold: z.int(),
  maxStockThreshold: z.int(),
  priceCents: z.int(),
})

const ProductInput = z
  .object({
    SKU: optionalText.transform((sku) => sku?.trim() ?? sku),
    name: nonBlank,
    description: optionalText,
    imageUrl: pictureUrl,
    costCents: natural,
    categoryIds: z.array(id).optional(),
    quantity: natural,
    minStockThreshold: natural,
    maxStockThreshold: natural,
    priceCents: natural,
    isBundle: z
      .literal(false, 'bundlesUnsupported')
      .nullish()
      .transform(() => undefined),
  })
  .refine(
    ({ minStockThreshold: min, maxStockThreshold: max }) => max === 0 || min <= max,
    'minStockThreshold is above maxStockThreshold',
  )

const StockAdjustments = z.array(z.object({ productId: id, quantity: integer }))

const invalid = message(400, 'Invalid product data')
const alreadyExists = message(409, 'SKU already exists')

/** Products of the store and their stock (core-interface; open-areas, section 17). */
export const endpoints = group('products', ['table', 'token-key'], {
  list: get('/products', {
    access: permission('products_read'),
    reply: list(Product, 'No products found'),
  }),
  one: get('/products/{id}', {
    access: permission('products_read'),
    reply: json(Product),
    problems: { notFound: bare(404, 'Product not found') },
  }),
  create: post('/products', {
    access: permission('products_create'),
    body: ProductInput,
    reply: created('Product added successfully'),
    problems: { invalid, alreadyExists },
  }),
  adjustStock: post('/products/stock', {
    access: permission('orders_create'),
    body: StockAdjustments,
    reply: messageReply('Stock adjusted successfully'),
    problems: {
      nothingProvided: bare(400, 'No stock adjustments provided'),
      invalid: bare(400, 'Invalid or insufficient stock'),
      insufficientStock: bare(400, 'Invalid or insufficient stock'),
    },
  }),
  update: put('/products/{id}', {
    access: permission('products_update'),
    body: ProductInput,
    reply: updated('Product updated successfully'),
    problems: {
      invalid,
      alreadyExists,
      notFound: message(404, 'Product with ID {id} not found'),
    },
  }),
  remove: del('/products/{id}', {
    access: permission('products_delete'),
    reply: noContent,
  }),
})
