import { useState } from 'preact/hooks'
import type { Category, CategoryInput } from '../../../../shared/client/api.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { useVisit } from '../../figures/visit.tsx'
import { GoodsForm } from './goods-form.tsx'
import { type FormNews, GoodsList } from './goods-list.tsx'
import { useTexts } from './texts/use-texts.ts'

type Type = CategoryInput['type']

type Props = {
  readonly type: Type
  readonly categories: readonly Category[]
  readonly readAgain: () => void
}

type Draft = { readonly id: string | undefined; readonly name: string }

const textsOf = ({ name }: Category) => [name]

/** The categories of a type: added, renamed, and deleted while nothing is in them. */
export function Categories({ type, categories, readAgain }: Props) {
  const texts = useTexts()
  const { may } = useVisit()
  const wordingOf = (error: unknown) => {
    // The API refuses both with one text
    const isRefused = error instanceof PosError && error.status === 400
    if (!isRefused) return undefined
    if (error.code === 'already_exists') return texts.nameTaken
    return error.code === 'in_use' ? texts.categoryInUse : undefined
  }
  return (
    <GoodsList<Category, Draft>
      label={type === 'ingredient' ? texts.ingredientCategories : texts.categories}
      rows={categories}
      textsOf={textsOf}
      columns={[]}
      mayAdd={may('categories_create')}
      newDraft={() => ({ id: undefined, name: '' })}
      draftOf={async (category) => category}
      form={(draft, news) => (
        <CategoryForm type={type} draft={draft} wordingOf={wordingOf} news={news} />
      )}
      remove={({ id }) => pos.categories.remove({ params: { id }, query: { type } })}
      removal={() => <p>{texts.removeGroupText}</p>}
      wordingOf={wordingOf}
      readAgain={readAgain}
    />
  )
}

type FormProps = {
  readonly type: Type
  readonly draft: Draft
  readonly wordingOf: (error: unknown) => string | undefined
  readonly news: FormNews<Draft>
}

function CategoryForm({ type, draft: first, wordingOf, news }: FormProps) {
  const texts = useTexts()
  const { may } = useVisit()
  const [name, setName] = useState(first.name)
  const { id } = first
  const body = { name: name.trim(), type }
  return (
    <GoodsForm
      first={first}
      draft={{ id, name }}
      newTitle={texts.newCategory}
      save={() =>
        id === undefined
          ? pos.categories.create({ body })
          : pos.categories.rename({ params: { id }, body })
      }
      wordingOf={wordingOf}
      mayRemove={may('categories_delete')}
      mayCopy={false}
      news={news}
    >
      <TextField
        label={texts.name}
        name="category-name"
        autocomplete="off"
        pattern=".*\S.*"
        required
        value={name}
        onText={setName}
      />
    </GoodsForm>
  )
}
