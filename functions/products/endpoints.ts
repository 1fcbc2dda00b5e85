import * as z from 'zod'
import {
  Product,
  ProductByCode,
  ProductChange,
  ProductInput,
  StockAdjustment,
} from '../../shared/catalog/product.ts'
import {
  OptionInput,
  ProductOption,
  ProductVariant,
  VariantChange,
  VariantInput,
} from '../../shared/catalog/variant.ts'
import {
  del,
  get,
  group,
  permission,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import { bare, message, owned } from '../../shared/platform/http/problem.ts'
import {
  created,
  json,
  list,
  messageReply,
  noContent,
  updated,
} from '../../shared/platform/http/reply.ts'

const invalid = message(400, 'Invalid product data')
const alreadyExists = owned(409, 'SKU already exists')
const notFound = bare(404, 'Product not found')
const invalidVariant = message(400, 'Invalid variant data')

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
    problems: { notFound },
  }),
  byCode: get('/products/by-code/{code}', {
    summary:
      'Gets a product by a SKU or barcode, an article number in any spelling or GS1 code',
    access: permission('products_read'),
    reply: json(ProductByCode),
    problems: { notFound },
  }),
  create: post('/products', {
    summary: 'Creates a product',
    access: permission('products_create'),
    audit: ['stock'],
    body: ProductInput,
    reply: created('Product added successfully'),
    problems: { invalid, alreadyExists },
    failures: ['tooManyCategories', 'adminRequired'],
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
    failures: ['checkoutVariantRequired'],
  }),
  update: put('/products/{id}', {
    summary: 'Changes a product',
    access: permission('products_update'),
    audit: ['price', 'stock', 'tax', 'bundle', 'catalog'],
    body: ProductChange,
    reply: updated('Product updated successfully'),
    problems: {
      invalid,
      alreadyExists,
      notFound: message(404, 'Product with ID {id} not found'),
    },
    failures: ['tooManyCategories', 'tooManyVariants', 'productChanged', 'adminRequired'],
  }),
  remove: del('/products/{id}', {
    summary:
      'Deletes a product unless a bundle contains it or a modifier takes its units',
    access: permission('products_delete'),
    audit: ['stock'],
    reply: noContent,
    failures: ['inBundles', 'inModifiers'],
  }),
  variants: get('/products/{id}/variants', {
    summary: 'Lists the variants of a product, oldest first',
    access: permission('products_read'),
    reply: json(z.array(ProductVariant)),
    problems: { notFound },
  }),
  createVariant: post('/products/{id}/variants', {
    summary: 'Creates a variant beside those that a product has',
    access: permission('products_update'),
    audit: ['stock'],
    body: VariantInput,
    reply: created('Variant created successfully'),
    problems: { invalid: invalidVariant, alreadyExists, notFound },
    failures: ['tooManyVariants'],
  }),
  updateVariant: put('/products/{id}/variants/{variantId}', {
    summary: 'Changes a variant; the default one of a plain product is the product',
    access: permission('products_update'),
    audit: ['price', 'stock', 'catalog'],
    body: VariantChange,
    reply: updated('Variant updated successfully'),
    problems: { invalid: invalidVariant, alreadyExists },
    failures: ['variantNotFound', 'tooManyVariants'],
  }),
  removeVariant: del('/products/{id}/variants/{variantId}', {
    summary: 'Deletes a variant unless it is the last one, or a bundle contains it',
    access: permission('products_update'),
    audit: ['stock'],
    reply: noContent,
    problems: { invalid: invalidVariant },
    failures: ['variantNotFound', 'inBundles', 'inModifiers'],
  }),
  options: get('/products/{id}/options', {
    summary: 'Lists the options of a product with their values, by their order',
    access: permission('products_read'),
    reply: json(z.array(ProductOption)),
    problems: { notFound },
  }),
  createOption: post('/products/{id}/options', {
    summary: 'Creates an option of a product, such as its size',
    access: permission('products_update'),
    audit: ['catalog'],
    body: OptionInput,
    reply: created('Option type created successfully'),
    problems: { invalid, notFound },
    failures: ['tooManyVariants'],
  }),
  updateOption: put('/products/{id}/options/{optionTypeId}', {
    summary: 'Changes an option; values of the same text keep their ids',
    access: permission('products_update'),
    audit: ['catalog'],
    body: OptionInput,
    reply: updated('Option type updated successfully'),
    problems: { invalid },
    failures: ['optionTypeNotFound', 'tooManyVariants'],
  }),
  removeOption: del('/products/{id}/options/{optionTypeId}', {
    summary: 'Deletes an option; variants lose its values',
    access: permission('products_update'),
    audit: ['catalog'],
    reply: noContent,
    problems: { invalid },
    failures: ['optionTypeNotFound', 'tooManyVariants'],
  }),
})
