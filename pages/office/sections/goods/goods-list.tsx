import { type ComponentChildren, Fragment, type VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { type Column, Table } from '../../controls/table.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useSearch } from '../../controls/use-search.tsx'
import { useTexts } from './texts/use-texts.ts'

type Named = { readonly id: string; readonly name: string }

/** The content of a form; without an id it is a new one. */
export type AnyDraft = { readonly id: string | undefined; readonly name: string }

/** The ways in which a form answers its list. */
export type FormNews<Draft> = {
  /** It is saved; `goesOn` where the next one is to be shown. */
  readonly onSaved: (saved: Draft, goesOn: boolean) => void
  /** Opens it as it is now. */
  readonly onShowNow: () => void
  readonly onCopy: () => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

export const shows = ['all', 'counted', 'low', 'out', 'off'] as const
export type Shown = (typeof shows)[number]

type Props<Row extends Named, Draft extends AnyDraft> = {
  /** Name of the list for people who do not see it. */
  readonly label: string
  readonly rows: readonly Row[]
  /** Texts that a row is found by; not new at each rendering. */
  readonly textsOf: (row: Row) => readonly (string | null)[]
  readonly columns: readonly Column<Row>[]
  /** Shown beside a name. */
  readonly badgeOf?: (row: Row) => ComponentChildren
  readonly pictureOf?: (row: Row) => ComponentChildren
  /** The categories to choose from, and those of a row. */
  readonly categories?: readonly Named[]
  readonly categoryIdsOf?: (row: Row) => readonly string[]
  /** The parts of the list that can be shown alone. */
  readonly isShown?: Partial<Readonly<Record<Shown, (row: Row) => boolean>>>
  /** Drawn beside the button that adds, for the category that is shown, if one is. */
  readonly actions?: (categoryId: string) => ComponentChildren
  readonly mayAdd: boolean
  /** A new one, of a category if one is shown, and like the one saved before. */
  readonly newDraft: (categoryId: string, like?: Draft) => Draft
  /** Reads it again: somebody may have changed it since the list was read. Throws PosError. */
  readonly draftOf: (row: Row) => Promise<Draft>
  readonly copyOf?: (draft: Draft, name: string) => Draft
  readonly form: (draft: Draft, news: FormNews<Draft>) => VNode
  /** Deletes it. Throws PosError. */
  readonly remove: (row: Row) => Promise<unknown>
  /** Description of what is lost with it. */
  readonly removal: (row: Row) => ComponentChildren
  /** Words why it cannot be deleted. */
  readonly wordingOf?: (error: unknown) => string | undefined
  readonly readAgain: () => void
}

const none = () => []

/** A part of the catalogue: searched, added to, changed, copied and deleted. */
export function GoodsList<Row extends Named, Draft extends AnyDraft>({
  rows,
  categories = [],
  categoryIdsOf = none,
  isShown,
  ...props
}: Props<Row, Draft>) {
  const texts = useTexts()
  const { number } = useFormats()
  const { trouble, run } = useAction()
  const [categoryId, setCategoryId] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  /** The draft, and a number that tells its form from the one before. */
  const [opened, setOpened] = useState<{ draft: Draft; turn: number }>()
  const [removed, setRemoved] = useState<Row>()
  const [news, setNews] = useState<string>()
  const inView = useMemo(
    () =>
      rows.filter(
        (row) =>
          (isShown?.[shown]?.(row) ?? true) &&
          (categoryId === '' || categoryIdsOf(row).includes(categoryId)),
      ),
    [rows, isShown, shown, categoryId, categoryIdsOf],
  )
  const { found, field } = useSearch(inView, props.textsOf, texts.search)
  const show = (draft: Draft) =>
    setOpened((now) => ({ draft, turn: (now?.turn ?? 0) + 1 }))
  const close = () => setOpened(undefined)
  const open = (row: Row) => run(async () => show(await props.draftOf(row)))
  const rowOf = ({ id }: AnyDraft) => rows.find((row) => row.id === id)
  const next = ({ id: idBefore }: Draft, saved: Draft) => {
    const following = found[found.findIndex(({ id }) => id === idBefore) + 1]
    if (idBefore === undefined) show(props.newDraft(categoryId, saved))
    else if (following) void open(following)
    else close()
  }
  const newsOf = (draft: Draft): FormNews<Draft> => ({
    onSaved: (saved, goesOn) => {
      setNews(texts.saved(saved.name))
      props.readAgain()
      if (goesOn) next(draft, saved)
      else close()
    },
    onShowNow: () => {
      const row = rowOf(draft)
      if (row) void open(row)
    },
    onCopy: () => {
      if (props.copyOf) show(props.copyOf(draft, texts.copyOf(draft.name)))
    },
    onRemove: () => {
      setRemoved(rowOf(draft))
      close()
    },
    onClose: () => {
      close()
      // A part of the change may be saved
      props.readAgain()
    },
  })
  return (
    <>
      <div class="section-bar">
        {field}
        {categories.length > 0 && (
          <SelectField
            label={texts.category}
            name="category"
            value={categoryId}
            options={[
              { value: '', label: texts.allCategories },
              ...categories.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChoose={setCategoryId}
          />
        )}
        {isShown && (
          <SelectField
            label={texts.show}
            name="shown"
            value={shown}
            options={shows
              .filter((value) => value === 'all' || isShown[value])
              .map((value) => ({ value, label: texts.shows[value] }))}
            onChoose={(value) => setShown(value as Shown)}
          />
        )}
        <div class="actions">
          {props.actions?.(categoryId)}
          {props.mayAdd && (
            <button
              type="button"
              class="strong"
              onClick={() => show(props.newDraft(categoryId))}
            >
              {texts.add}
            </button>
          )}
        </div>
      </div>
      <p role="status" class="quiet small">
        {news} {rows.length > 0 && texts.found(number(found.length))}
      </p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {found.length === 0 && (
        <p class="quiet">{rows.length === 0 ? texts.noneYet : texts.none}</p>
      )}
      {found.length > 0 && (
        <div class="card">
          <Table
            label={props.label}
            rows={found}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: texts.name,
                cell: (row) => (
                  <span class="named">
                    {props.pictureOf?.(row)}
                    <span>
                      <button type="button" class="plain" onClick={() => void open(row)}>
                        {row.name}
                      </button>{' '}
                      {props.badgeOf?.(row)}
                    </span>
                  </span>
                ),
              },
              ...(categories.length > 0
                ? [
                    {
                      heading: texts.category,
                      isWideOnly: true,
                      cell: (row: Row) =>
                        categories
                          .filter(({ id }) => categoryIdsOf(row).includes(id))
                          .map(({ name }) => name)
                          .join(', '),
                    },
                  ]
                : []),
              ...props.columns,
            ]}
          />
        </div>
      )}
      {opened && (
        <Fragment key={opened.turn}>
          {props.form(opened.draft, newsOf(opened.draft))}
        </Fragment>
      )}
      {removed && (
        <ConfirmDialog
          title={texts.removeTitle(removed.name)}
          confirm={texts.remove}
          {...(props.wordingOf && { wordingOf: props.wordingOf })}
          onConfirm={async () => {
            await props.remove(removed)
            props.readAgain()
          }}
          onClose={() => setRemoved(undefined)}
        >
          {props.removal(removed)}
        </ConfirmDialog>
      )}
    </>
  )
}
