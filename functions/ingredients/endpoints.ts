import { Ingredient, IngredientInput } from '../../shared/catalog/ingredient.ts'
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
import { withAsRead } from '../../shared/platform/validation/as-read.ts'

const notFound = bare(404, 'Ingredient not found')
const malformedThreshold = bare(400, 'Invalid or missing threshold parameter')

/** The kitchen's stock. */
export const endpoints = group('ingredients', ['table', 'token-key'], {
  list: get('/ingredients', {
    summary: 'Lists ingredients with their quantities',
    access: permission('ingredients_read'),
    reply: list(Ingredient, 'No ingredients found'),
  }),
  lowStock: get('/ingredients/low_stock/{threshold}', {
    summary: 'Lists ingredients with fewer units than the threshold',
    access: permission('ingredients_read'),
    reply: list(Ingredient, 'No low stock ingredients found'),
    problems: { blankParameter: malformedThreshold, invalid: malformedThreshold },
  }),
  one: get('/ingredients/{id}', {
    summary: 'Gets an ingredient',
    access: permission('ingredients_read'),
    reply: json(Ingredient),
    problems: { notFound: notFound },
  }),
  create: post('/ingredients', {
    summary: 'Creates an ingredient',
    access: permission('ingredients_create'),
    audit: ['catalog'],
    body: IngredientInput,
    reply: created('Ingredient added successfully'),
  }),
  update: put('/ingredients/{id}', {
    summary: 'Changes an ingredient',
    access: permission('ingredients_update'),
    audit: ['catalog'],
    body: withAsRead(IngredientInput),
    reply: updated('Ingredient updated successfully'),
    problems: { notFound: bare(404, 'Ingredient with ID: {id} not found') },
    failures: ['recordChanged'],
  }),
  remove: del('/ingredients/{id}', {
    summary: 'Deletes an ingredient',
    access: permission('ingredients_delete'),
    audit: ['catalog'],
    reply: noContent,
    problems: { notFound: notFound },
  }),
})
