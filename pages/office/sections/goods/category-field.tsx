import { useState } from 'preact/hooks'
import type { Category, CategoryInput } from '../../../../shared/client/api.ts'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from './texts/use-texts.ts'

const isNew = 'new'

/**
 * A hook: the field of the category that a dish or an ingredient must have, which may be a new
 * one. `idOf` creates that one, once, and returns its id; it throws PosError.
 */
export function useCategoryField(
  type: CategoryInput['type'],
  known: readonly Category[],
  [id, setId]: readonly [id: string, setId: (id: string) => void],
) {
  const texts = useTexts()
  const { may } = useVisit()
  const [name, setName] = useState('')
  const [added, setAdded] = useState<Category>()
  const categories = added ? [...known, added] : known
  // The list is yet to be read again after the form before has added one
  const chosen = id || isNew
  const field = (
    <>
      {categories.length > 0 && (
        <SelectField
          label={texts.category}
          name={`${type}-category`}
          value={chosen}
          options={[
            ...categories.map((each) => ({ value: each.id, label: each.name })),
            ...(may('categories_create')
              ? [{ value: isNew, label: texts.newCategory }]
              : []),
          ]}
          onChoose={setId}
        />
      )}
      {chosen === isNew && (
        <TextField
          label={texts.newCategory}
          name="new-category"
          autocomplete="off"
          pattern=".*\S.*"
          required
          value={name}
          onText={setName}
        />
      )}
    </>
  )
  const idOf = async () => {
    if (chosen !== isNew) return chosen
    const body = { name: name.trim(), type }
    const created = await pos.categories.create({ body })
    setAdded({ id: created.id, name: body.name })
    setId(created.id)
    return created.id
  }
  return { field, idOf }
}
