import { useState } from 'preact/hooks'
import type { ModifierGroup } from '../../../../shared/client/api.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { NumberField } from '../../controls/number-field.tsx'
import { Table } from '../../controls/table.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useSearch } from '../../controls/use-search.tsx'
import { useShop } from '../../shop/shop.tsx'
import { useTexts } from './texts/use-texts.ts'
import type { Catalogue } from './use-catalogue.ts'

type Props = { readonly catalogue: Catalogue; readonly readAgain: () => void }

const textsOf = ({ name, options }: ModifierGroup) => [
  name,
  ...options.map((option) => option.name),
]

/** The groups of options that customers choose from. */
export function Modifiers({ catalogue, readAgain }: Props) {
  const texts = useTexts()
  const { number } = useFormats()
  const [edited, setEdited] = useState<ModifierGroup | 'new'>()
  const { groups } = catalogue
  const { found, field } = useSearch(groups, textsOf, texts.search)
  return (
    <>
      <div class="section-bar">
        {field}
        <div class="actions">
          <button type="button" class="strong" onClick={() => setEdited('new')}>
            {texts.add}
          </button>
        </div>
      </div>
      {found.length === 0 ? (
        <p class="quiet">{groups.length === 0 ? texts.noneYet : texts.none}</p>
      ) : (
        <div class="card">
          <Table
            label={texts.modifiers}
            rows={found}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: texts.name,
                cell: (group) => (
                  <button type="button" class="plain" onClick={() => setEdited(group)}>
                    {group.name}
                  </button>
                ),
              },
              {
                heading: texts.choices,
                cell: ({ options, min, max }) => (
                  <>
                    {options.map(({ name }) => name).join(', ')}{' '}
                    <span class="quiet small">
                      {texts.groupHint(number(min), number(max))}
                    </span>
                  </>
                ),
              },
            ]}
          />
        </div>
      )}
      {edited && (
        <GroupForm
          group={edited === 'new' ? undefined : edited}
          onDone={() => {
            setEdited(undefined)
            readAgain()
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

type Choice = {
  readonly key: string
  readonly id?: string
  readonly name: string
  readonly priceCents: number
  readonly isDefault: boolean
  readonly isAvailable: boolean
  readonly productId?: string | undefined
  readonly quantity?: number | undefined
}

type FormProps = {
  /** The one to change; undefined for a new one. */
  readonly group: ModifierGroup | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

function GroupForm({ group, onDone, onClose }: FormProps) {
  const texts = useTexts()
  const { smallestCents } = useShop()
  const [name, setName] = useState(group?.name ?? '')
  const [min, setMin] = useState(group?.min ?? 0)
  const [max, setMax] = useState(group?.max ?? 1)
  const [choices, setChoices] = useState<readonly Choice[]>(
    group?.options.map((option) => ({ ...option, key: option.id })) ?? [newChoice()],
  )
  const change = (key: string, next: Partial<Choice>) =>
    setChoices((now) =>
      now.map((each) => (each.key === key ? { ...each, ...next } : each)),
    )
  const [isAsking, setAsking] = useState(false)
  const wordingOf = (error: unknown) =>
    error instanceof PosError && error.code === 'in_use' ? texts.groupInUse : undefined
  const { isBusy, trouble, run } = useAction(wordingOf)
  const act = async (call: () => Promise<unknown>) => {
    if (await run(call)) onDone()
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const options = choices
      .filter((choice) => choice.name.trim() !== '')
      .map(({ key: _key, ...choice }) => ({ ...choice, name: choice.name.trim() }))
    const body = { name: name.trim(), min, max, options }
    void act(() =>
      group
        ? pos.modifiers.update({ params: { id: group.id }, body })
        : pos.modifiers.create({ body }),
    )
  }
  return (
    <Dialog
      title={group ? texts.change(group.name) : texts.newModifier}
      size="wide"
      onClose={onClose}
    >
      <form onSubmit={save}>
        <TextField
          label={texts.groupName}
          name="group-name"
          autocomplete="off"
          pattern=".*\S.*"
          maxLength={60}
          required
          value={name}
          onText={setName}
        />
        <div class="side-by-side">
          <NumberField label={texts.fewest} name="min" value={min} onNumber={setMin} />
          <NumberField label={texts.most} name="max" value={max} onNumber={setMax} />
        </div>
        {choices.map((choice) => (
          <fieldset key={choice.key} class="variant">
            <legend class="for-screen-readers">{choice.name || texts.choice}</legend>
            <div class="side-by-side">
              <TextField
                label={texts.choice}
                name={`choice ${choice.key}`}
                autocomplete="off"
                maxLength={60}
                value={choice.name}
                onText={(text) => change(choice.key, { name: text })}
                action={
                  <button
                    type="button"
                    aria-label={texts.removeRow(choice.name)}
                    onClick={() =>
                      setChoices(choices.filter(({ key }) => key !== choice.key))
                    }
                  >
                    <span aria-hidden="true">✕</span>
                  </button>
                }
              />
              {choice.priceCents >= 0 && (
                <MoneyField
                  label={texts.extra}
                  cents={choice.priceCents}
                  onCents={(priceCents) => change(choice.key, { priceCents })}
                  smallestCents={smallestCents}
                />
              )}
            </div>
            <div class="side-by-side">
              <label class="check">
                <input
                  type="checkbox"
                  checked={choice.isDefault}
                  onChange={({ currentTarget }) =>
                    change(choice.key, { isDefault: currentTarget.checked })
                  }
                />
                {texts.isDefault}
              </label>
              <label class="check">
                <input
                  type="checkbox"
                  checked={choice.isAvailable}
                  onChange={({ currentTarget }) =>
                    change(choice.key, { isAvailable: currentTarget.checked })
                  }
                />
                {texts.isSold}
              </label>
            </div>
          </fieldset>
        ))}
        <button type="button" onClick={() => setChoices([...choices, newChoice()])}>
          {texts.addChoice}
        </button>
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <div class="actions">
          {group && (
            <button type="button" disabled={isBusy} onClick={() => setAsking(true)}>
              {texts.remove}
            </button>
          )}
          <button type="submit" class="strong" disabled={isBusy}>
            {texts.save}
          </button>
        </div>
      </form>
      {group && isAsking && (
        <ConfirmDialog
          title={texts.removeTitle(group.name)}
          confirm={texts.remove}
          wordingOf={wordingOf}
          onConfirm={() => pos.modifiers.remove({ params: { id: group.id } })}
          onClose={() => setAsking(false)}
          onDone={onDone}
        >
          <p>{texts.removeGroupText}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

let choiceCount = 0
function newChoice(): Choice {
  choiceCount += 1
  return {
    key: `new ${choiceCount}`,
    name: '',
    priceCents: 0,
    isDefault: false,
    isAvailable: true,
  }
}
