import { useState } from 'preact/hooks'
import type { ModifierGroup } from '../../../../shared/client/api.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { NumberField } from '../../controls/number-field.tsx'
import { useShop } from '../../shop/shop.tsx'
import { GoodsForm } from './goods-form.tsx'
import { type FormNews, GoodsList } from './goods-list.tsx'
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
  const { groups } = catalogue
  return (
    <GoodsList<ModifierGroup, Draft>
      label={texts.modifiers}
      rows={groups}
      textsOf={textsOf}
      columns={[
        {
          heading: texts.choices,
          cell: ({ options, min, max }) => (
            <>
              {options.map(({ name }) => name).join(', ')}{' '}
              <span class="quiet small">{texts.groupHint(number(min), number(max))}</span>
            </>
          ),
        },
      ]}
      mayAdd
      newDraft={() => ({
        id: undefined,
        name: '',
        min: 0,
        max: 1,
        choices: [newChoice()],
      })}
      draftOf={async ({ options, ...group }) => ({
        ...group,
        choices: options.map((option) => ({ ...option, key: option.id })),
      })}
      copyOf={(draft, name) => ({
        ...draft,
        id: undefined,
        name,
        choices: draft.choices.map(({ id: _id, ...choice }) => choice),
      })}
      form={(draft, news) => <GroupForm draft={draft} news={news} />}
      remove={({ id }) => pos.modifiers.remove({ params: { id } })}
      removal={() => <p>{texts.removeGroupText}</p>}
      wordingOf={(error) =>
        error instanceof PosError && error.code === 'in_use'
          ? texts.groupInUse
          : undefined
      }
      readAgain={readAgain}
    />
  )
}

type Draft = {
  readonly id: string | undefined
  readonly name: string
  readonly min: number
  readonly max: number
  readonly choices: readonly Choice[]
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

type FormProps = { readonly draft: Draft; readonly news: FormNews<Draft> }

function GroupForm({ draft: first, news }: FormProps) {
  const texts = useTexts()
  const { smallestCents } = useShop()
  const [draft, setDraft] = useState(first)
  const set = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }))
  const { id, choices } = draft
  const change = (key: string, next: Partial<Choice>) =>
    setDraft((now) => ({
      ...now,
      choices: now.choices.map((each) =>
        each.key === key ? { ...each, ...next } : each,
      ),
    }))
  const save = () => {
    const options = choices
      .filter((choice) => choice.name.trim() !== '')
      .map(({ key: _key, ...choice }) => ({ ...choice, name: choice.name.trim() }))
    const { min, max } = draft
    const body = { name: draft.name.trim(), min, max, options }
    return id === undefined
      ? pos.modifiers.create({ body })
      : pos.modifiers.update({ params: { id }, body })
  }
  return (
    <GoodsForm
      first={first}
      draft={draft}
      newTitle={texts.newModifier}
      save={save}
      mayRemove
      mayCopy
      news={news}
    >
      <TextField
        label={texts.groupName}
        name="group-name"
        autocomplete="off"
        pattern=".*\S.*"
        maxLength={60}
        required
        value={draft.name}
        onText={(name) => set({ name })}
      />
      <div class="side-by-side">
        <NumberField
          label={texts.fewest}
          name="min"
          value={draft.min}
          onNumber={(min) => set({ min })}
        />
        <NumberField
          label={texts.most}
          name="max"
          value={draft.max}
          onNumber={(max) => set({ max })}
        />
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
                    set({ choices: choices.filter(({ key }) => key !== choice.key) })
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
      <button type="button" onClick={() => set({ choices: [...choices, newChoice()] })}>
        {texts.addChoice}
      </button>
    </GoodsForm>
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
