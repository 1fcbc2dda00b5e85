import { collectionKey, type Item, type Key, uniqueGuard } from '../dynamodb/keys.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { deleteIfPresent, deleteItem, insert, update } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { TemplateElement, TemplateInput } from '../printing/template.ts'

/** A ticket template; its elements stand in print order. */
export type TemplateRecord = Item & {
  readonly id: string
  readonly name: string
  readonly elements: readonly StoredElement[]
}

type StoredElement = TemplateElement & { readonly id: string }

/** The guard of a template's name leads printers, which know the name, to the template. */
type NameGuard = Item & { readonly templateId: string }

const templateKey = (id: string): Key => collectionKey('TEMPLATE', id)

const nameKey = (name: string): Key => uniqueGuard('TEMPLATE', name)

const insertName = (name: string, templateId: string) =>
  insert(
    { ...nameKey(name), templateId } satisfies NameGuard,
    () => new Failure('alreadyExists'),
  )

/** A template. */
export const findTemplate = (id: string) => read<TemplateRecord>(templateKey(id))

/** The template with exactly this name. */
export async function findTemplateByName(name: string): Promise<TemplateRecord | undefined> {
  const guard = await read<NameGuard>(nameKey(name))
  return guard && findTemplate(guard.templateId)
}

/** Every template. */
export const allTemplates = (page?: Page) => readAll<TemplateRecord>({ pk: 'TEMPLATE' }, page)

/** Creates a template. Throws `alreadyExists`. */
export async function createTemplate({ name, elements }: TemplateInput) {
  const id = newId()
  const template: TemplateRecord = {
    ...templateKey(id),
    id,
    name,
    elements: elements.map(withId),
  }
  await transact([insert(template), insertName(name, id)], { id })
  return { id }
}

/** Renames a template and replaces its elements. Throws `notFound`, `alreadyExists`. */
export const changeTemplate = (id: string, { name, elements }: TemplateInput) =>
  retryOnConflict(async () => {
    const held = await findTemplate(id)
    if (!held) throw new Failure('notFound')
    await transact(
      [
        update(
          held,
          {
            set: { name, elements: elements.map(withId) },
            when: '#name = :was',
            values: { was: held.name },
          },
          () => new VersionConflict(),
        ),
        ...(name === held.name
          ? []
          : [deleteIfPresent(nameKey(held.name)), insertName(name, id)]),
      ],
      noResponse,
    )
  })

/** Deletes a template and frees its name. Throws `notFound`. */
export const deleteTemplate = (id: string) =>
  retryOnConflict(async () => {
    const held = await findTemplate(id)
    if (!held) throw new Failure('notFound')
    await transact(
      [
        deleteItem(
          held,
          { when: '#name = :was', values: { was: held.name } },
          () => new VersionConflict(),
        ),
        deleteIfPresent(nameKey(held.name)),
      ],
      noResponse,
    )
  })

const withId = (element: TemplateElement): StoredElement => ({
  id: newId(),
  ...element,
})
