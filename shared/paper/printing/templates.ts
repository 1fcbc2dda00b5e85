import { required } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import {
  collectionKey,
  type Item,
  type Key,
  uniqueGuard,
} from '../../platform/dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { updateUnique } from '../../platform/dynamodb/unique.ts'
import { insert, type Write } from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { refuseLongName } from '../../platform/validation/names.ts'
import type { Template, TemplateElement, TemplateInput } from '../layout/template.ts'

/** A ticket template as it is stored, its elements in print order. */
export type TemplateRecord = Item &
  Pick<Template, 'id' | 'name'> & {
    readonly elements: readonly StoredElement[]
    /** Counts the changes; absent on templates of earlier releases that were not changed. */
    readonly version?: number
  }

type StoredElement = Omit<Template['elements'][number], 'templateId' | 'order'>

/** The guard of a template's name. It has the id, because printers know only the name. */
type NameGuard = Item & { readonly templateId: string }

const templateKey = (id: string): Key => collectionKey('TEMPLATE', id)

const updateName = (from: string | null, to: string | null, templateId: string) =>
  updateUnique('TEMPLATE', from, to, { templateId })

export const findTemplate = (id: string) => read<TemplateRecord>(templateKey(id))

/** The template with exactly this name, for print jobs. */
export async function findTemplateByName(
  name: string,
): Promise<TemplateRecord | undefined> {
  const guard = await read<NameGuard>(uniqueGuard('TEMPLATE', name))
  return guard && findTemplate(guard.templateId)
}

/** Every template. */
export const allTemplates = (page?: Page) =>
  readAll<TemplateRecord>({ pk: 'TEMPLATE' }, page)

/** Creates a template (POST /templates). Throws `alreadyExists`. */
export async function createTemplate({ name, elements }: TemplateInput) {
  refuseLongName(name)
  const id = newId()
  const template: TemplateRecord = {
    ...templateKey(id),
    id,
    name,
    elements: elements.map(withId),
  }
  return transactAndRespond(
    [
      insert(template),
      ...updateName(null, name, id),
      insertTemplateAudit(undefined, template),
    ],
    { id },
  )
}

/**
 * Renames a template and replaces its elements (PUT /templates/{id}). Throws `notFound`,
 * `alreadyExists`.
 */
export const changeTemplate = (id: string, { name, elements }: TemplateInput) =>
  retryOnConflict(async () => {
    const current = required(await findTemplate(id))
    refuseLongName(name, current.name)
    const set = { name, elements: elements.map(withId) }
    await transact([
      updateUnchanged(current, ['name', 'version'], { set, add: { version: 1 } }),
      insertTemplateAudit(current, { ...current, ...set }),
      ...updateName(current.name, name, id),
    ])
  })

/** Deletes a template and its name's guard (DELETE /templates/{id}). Throws `notFound`. */
export const deleteTemplate = (id: string) =>
  retryOnConflict(async () => {
    const current = required(await findTemplate(id))
    await transact([
      deleteUnchanged(current, ['name', 'version']),
      ...updateName(current.name, null, id),
      insertTemplateAudit(current, undefined),
    ])
  })

const withId = (element: TemplateElement): StoredElement => ({
  id: newId(),
  ...element,
})

const insertTemplateAudit = (
  before: TemplateRecord | undefined,
  after: TemplateRecord | undefined,
): Write =>
  insertAuditEntry({
    kind: 'template',
    subject: { id: (after ?? before)?.id ?? '', name: (before ?? after)?.name ?? null },
    before: before ? auditValues(before) : null,
    after: after ? auditValues(after) : null,
  })

const auditValues = ({ name, elements }: TemplateRecord) => ({
  name,
  elements: elements.map(({ type, value }) => `${type} ${value}`.trim()),
})
