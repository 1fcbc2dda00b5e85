import {
  Product,
  ProductChange,
  ProductInput,
  StockAdjustment,
} from '../../shared/catalog/product.ts'
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

const invalid = message(400, 'Invalid product data')
const alreadyExists = message(409, 'SKU already exists')

/** Products of the store and their stock. */
export const endpoints = group('products', ['table', 'token-key'], {
  list: get('/products', {
    summary: 'Lists products with their stock',
    access: permission('products_read'),
    reply: list(Product, 'No products found'),
  }),
  one: get('/products/{id}', {
    summary: 'Gets a product; the quantity of a bundle is computed',
    access: permission('products_read'),
    reply: json(Product),
    problems: { notFound: bare(404, 'Product not found') },
  }),
  create: post('/products', {
    summary: 'Creates a product',
    access: permission('products_create'),
    audit: ['stock'],
    body: ProductInput,
    reply: created('Product added successfully'),
    problems: { invalid, alreadyExists },
    failures: ['tooManyCategories'],
  }),
  adjustStock: post('/products/stock', {
    summary: 'Adjusts stock by signed quantities, all or none',
    access: permission('orders_create'),
    audit: ['stock'],
    body: StockAdjustment,
    reply: messageReply('Stock adjusted successfully'),
    problems: {
      nothingProvided: bare(400, 'No stock adjustments provided'),
      invalid: bare(400, 'Invalid or insufficient stock'),
      insufficientStock: bare(400, 'Invalid or insufficient stock'),
    },
  }),
  update: put('/products/{id}', {
    summary: 'Changes a product',
    access: permission('products_update'),
    audit: ['price', 'stock', 'tax', 'bundle'],
    body: ProductChange,
    reply: updated('Product updated successfully'),
    problems: {
      invalid,
      alreadyExists,
      notFound: message(404, 'Product with ID {id} not found'),
    },
    failures: ['tooManyCategories'],
  }),
  remove: del('/products/{id}', {
    summary:
      'Deletes a product unless a bundle contains it or a modifier takes its units',
    access: permission('products_delete'),
    audit: ['stock'],
    reply: noContent,
    failures: ['inBundles', 'inModifiers'],
  }),
})
