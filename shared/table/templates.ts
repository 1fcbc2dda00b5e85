import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { Page } from '../page.ts'
import type { TemplateElement, TemplateInput } from '../printing/template.ts'
import { commit } from './commit.ts'
import { type Item, inCollection, type Key, uniqueGuard } from './keys.ts'
import { read, readAll } from './read.ts'
import { Stale, untilFresh } from './stale.ts'
import { change, discard, insert, remove } from './write.ts'

/** A ticket template; its elements stand in print order. */
export type Template = Item & {
  readonly id: string
  readonly name: string
  readonly elements: readonly StoredElement[]
}

type StoredElement = TemplateElement & { readonly id: string }

/** The guard of a template's name leads printers, which know the name, to the template. */
type NameGuard = Item & { readonly templateId: string }

const templateKey = (id: string): Key => inCollection('TEMPLATE', id)

const nameKey = (name: string): Key => uniqueGuard('TEMPLATE', name)

const takeName = (name: string, templateId: string) =>
  insert({ ...nameKey(name), templateId } satisfies NameGuard, () => new Failure('taken'))

/** A template. */
export const findTemplate = (id: string) => read<Template>(templateKey(id))

/** The template with exactly this name. */
export async function findTemplateByName(name: string): Promise<Template | undefined> {
  const guard = await read<NameGuard>(nameKey(name))
  return guard && findTemplate(guard.templateId)
}

/** Every template. */
export const allTemplates = (page?: Page) => readAll<Template>({ pk: 'TEMPLATE' }, page)

/** Creates a template. Throws `taken`. */
export async function createTemplate({ name, elements }: TemplateInput) {
  const id = newId()
  const template: Template = {
    ...templateKey(id),
    id,
    name,
    elements: elements.map(withId),
  }
  await commit([insert(template), takeName(name, id)], { id })
  return { id }
}

/** Renames a template and replaces its elements. Throws `unknown`, `taken`. */
export const updateTemplate = (id: string, { name, elements }: TemplateInput) =>
  untilFresh(async () => {
    const held = await findTemplate(id)
    if (!held) throw new Failure('unknown')
    await commit([
      change(
        held,
        {
          set: { name, elements: elements.map(withId) },
          when: '#name = :was',
          values: { was: held.name },
        },
        () => new Stale(),
      ),
      ...(name === held.name ? [] : [discard(nameKey(held.name)), takeName(name, id)]),
    ])
  })

/** Deletes a template and frees its name. Throws `unknown`. */
export const removeTemplate = (id: string) =>
  untilFresh(async () => {
    const held = await findTemplate(id)
    if (!held) throw new Failure('unknown')
    await commit([
      remove(
        held,
        { when: '#name = :was', values: { was: held.name } },
        () => new Stale(),
      ),
      discard(nameKey(held.name)),
    ])
  })

const withId = (element: TemplateElement): StoredElement => ({
  id: newId(),
  ...element,
})
