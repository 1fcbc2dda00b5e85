import { Dish, DishInput } from '../../shared/catalog/dish.ts'
import {
  del,
  get,
  group,
  permission,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import { bare, message } from '../../shared/platform/http/problem.ts'
import {
  created,
  json,
  list,
  noContent,
  updated,
} from '../../shared/platform/http/reply.ts'
import { withAsRead } from '../../shared/platform/validation/as-read.ts'

const notFound = bare(404, 'Dish not found')

/** The menu of a restaurant. */
export const endpoints = group('dishes', ['table', 'token-key'], {
  list: get('/dishes', {
    summary: 'Lists the dishes of the menu',
    access: permission('dish_read'),
    reply: list(Dish, 'No dishes found'),
  }),
  one: get('/dishes/{id}', {
    summary: 'Gets a dish',
    access: permission('dish_read'),
    reply: json(Dish),
    problems: { notFound: notFound },
  }),
  create: post('/dishes', {
    summary: 'Creates a dish',
    access: permission('dish_create'),
    audit: ['price'],
    body: DishInput,
    reply: created('Dish added successfully'),
  }),
  update: put('/dishes/{id}', {
    summary: 'Changes a dish',
    access: permission('dish_update'),
    audit: ['price', 'tax', 'catalog'],
    body: withAsRead(DishInput),
    reply: updated('Dish updated successfully'),
    problems: { notFound: bare(404, 'Dish with ID: {id} not found') },
    failures: ['recordChanged'],
  }),
  remove: del('/dishes/{id}', {
    summary: 'Deletes a dish that no open order names',
    access: permission('dish_delete'),
    audit: ['price'],
    reply: noContent,
    problems: { notFound: notFound, inUse: message(400, 'Dish is in use') },
  }),
})
