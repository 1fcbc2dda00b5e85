import type { ModifierGroup } from '../../../shared/client/api.ts'
import { useFormats } from '../../parts/formats.tsx'
import type { Choice } from '../cart/cart.ts'
import { useSellTexts } from '../texts/use-texts.ts'
import { choose } from './choices.ts'

type Props = {
  readonly group: ModifierGroup
  readonly choices: readonly Choice[]
  readonly onChange: (choices: readonly Choice[]) => void
}

/** The options of a modifier group: a tap chooses, a further one takes another of it. */
export function GroupChoice({ group, choices, onChange }: Props) {
  const texts = useSellTexts()
  const { money } = useFormats()
  const quantityOf = (id: string) =>
    choices.find(({ groupId, optionId }) => groupId === group.id && optionId === id)
      ?.quantity ?? 0
  const set = (id: string, quantity: number) =>
    onChange(choose(choices, group, id, quantity))
  return (
    <fieldset>
      <legend>
        {group.name} <span class="quiet small">{hintOf(group, texts)}</span>
      </legend>
      <div class="option-buttons">
        {group.options.map(({ id, name, priceCents, isAvailable }) => {
          const quantity = quantityOf(id)
          const tapped = group.max === 1 ? 1 - quantity : quantity + 1
          return (
            <div key={id} class="option">
              <button
                type="button"
                aria-pressed={quantity > 0}
                disabled={!isAvailable}
                onClick={() => set(id, tapped)}
              >
                <span>
                  {quantity > 1 && `${quantity} × `}
                  {name}
                </span>
                <span class="quiet small">
                  {isAvailable
                    ? priceCents !== 0 &&
                      `${priceCents > 0 ? '+' : ''}${money(priceCents)}`
                    : texts.notAvailable}
                </span>
              </button>
              {quantity > 0 && group.max > 1 && (
                <button
                  type="button"
                  aria-label={texts.less(name)}
                  onClick={() => set(id, quantity - 1)}
                >
                  <span aria-hidden="true">−</span>
                </button>
              )}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

function hintOf(
  { min, max }: ModifierGroup,
  texts: ReturnType<typeof useSellTexts>,
): string {
  if (min > 0) return min === max ? '' : texts.atLeast(min)
  return max > 1 ? texts.upTo(max) : texts.optional
}
