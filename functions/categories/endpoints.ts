import { Category, CategoryInput, CategoryQuery } from '../../shared/catalog/category.ts'
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

const malformedIdOrType = bare(400, 'Missing or malformed ID/type')
const malformedType = bare(400, 'Missing or malformed type')

/** Categories of products, dishes and ingredients. */
export const endpoints = group('categories', ['table', 'token-key'], {
  list: get('/categories', {
    summary: 'Lists the categories of a type',
    access: permission('categories_read'),
    query: CategoryQuery,
    reply: list(Category, 'No categories added yet'),
    problems: { malformedType },
  }),
  one: get('/categories/{id}', {
    summary: 'Gets a category',
    access: permission('categories_read'),
    query: CategoryQuery,
    reply: json(Category),
    problems: {
      malformedType: malformedIdOrType,
      blankParameter: malformedIdOrType,
      notFound: bare(404, 'Category not found'),
    },
  }),
  create: post('/categories', {
    summary: 'Creates a category',
    access: permission('categories_create'),
    audit: ['catalog'],
    body: CategoryInput,
    reply: created('Category added successfully'),
    problems: {
      malformedType,
      invalid: bare(400, 'Failed to create category'),
      alreadyExists: bare(400, 'Failed to create category'),
    },
  }),
  rename: put('/categories/{id}', {
    summary: 'Renames a category',
    access: permission('categories_update'),
    audit: ['catalog'],
    body: CategoryInput,
    reply: updated('Category updated successfully'),
    problems: {
      malformedType: malformedIdOrType,
      blankParameter: malformedIdOrType,
      invalid: bare(400, 'Failed to update category'),
      alreadyExists: bare(400, 'Failed to update category'),
      notFound: bare(404, 'Category with ID: {id} not found'),
    },
  }),
  remove: del('/categories/{id}', {
    summary: 'Deletes a category that nothing uses',
    access: permission('categories_delete'),
    audit: ['catalog'],
    query: CategoryQuery,
    reply: noContent,
    problems: {
      malformedType: malformedIdOrType,
      blankParameter: malformedIdOrType,
      notFound: bare(400, 'Cannot delete category - it may be in use or not found'),
      inUse: bare(400, 'Cannot delete category - it may be in use or not found'),
    },
  }),
})
