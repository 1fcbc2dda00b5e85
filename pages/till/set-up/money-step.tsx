import { useId, useMemo } from 'preact/hooks'
import { Choice } from '../../parts/controls/choice.tsx'
import { TextField } from '../../parts/controls/text-field.tsx'
import { usePreferences } from '../../parts/preferences.tsx'
import { useSetUpTexts } from '../texts/use-texts.ts'
import { likelyCurrencies, namedCurrencies } from './currencies.ts'
import { proposedZone } from './proposed-zone.ts'
import type { StepProps } from './step.ts'

/** Currency, time zone, and how sales are taxed. */
export function MoneyStep({ answers, change }: StepProps) {
  const texts = useSetUpTexts()
  const { locale } = usePreferences()
  const id = useId()
  const currencies = useMemo(() => currencyGroups(locale), [locale])
  const zones = useMemo(() => timeZones(answers.timeZone), [answers.timeZone])
  return (
    <>
      <div class="field">
        <label for={`${id}-currency`}>{texts.currency}</label>
        <select
          id={`${id}-currency`}
          name="currency"
          value={answers.currency}
          onChange={({ currentTarget: { value } }) =>
            change(withCurrency(answers, value))
          }
        >
          <optgroup label={texts.likely}>{currencies.likely.map(option)}</optgroup>
          <optgroup label={texts.others}>{currencies.others.map(option)}</optgroup>
        </select>
      </div>
      <div class="field">
        <label for={`${id}-zone`}>{texts.timeZone}</label>
        <select
          id={`${id}-zone`}
          name="time-zone"
          value={answers.timeZone}
          onChange={({ currentTarget }) => change({ timeZone: currentTarget.value })}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </div>
      <Choice
        legend={texts.taxes}
        value={answers.taxMode}
        onChoose={(taxMode) => change({ taxMode })}
        options={[
          { value: 'included', label: texts.taxIncluded },
          { value: 'added', label: texts.taxAdded },
          { value: 'none', label: texts.noTax },
        ]}
      />
      {answers.taxMode !== 'none' && (
        <div class="side-by-side">
          <TextField
            label={texts.taxName}
            value={answers.taxName ?? texts.taxNameDefault}
            onText={(taxName) => change({ taxName })}
            name="tax-name"
            pattern=".*\S.*"
            required
          />
          <TextField
            label={texts.taxRate}
            value={answers.taxRate}
            onText={(taxRate) => change({ taxRate })}
            name="tax-rate"
            inputMode="decimal"
            autocomplete="off"
            required
          />
        </div>
      )}
    </>
  )
}

type Named = ReturnType<typeof namedCurrencies>[number]

const option = ({ acronym, name }: Named) => (
  <option key={acronym} value={acronym}>
    {name}
  </option>
)

/** The currencies of a list to choose from: those that are likely here, and all others. */
function currencyGroups(locale: string) {
  const named = namedCurrencies(locale)
  const first = likelyCurrencies(navigator.languages)
  return {
    likely: first.flatMap((wanted) => named.filter(({ acronym }) => acronym === wanted)),
    others: named.filter(({ acronym }) => !first.includes(acronym)),
  }
}

/** A currency, and the time zone that fits it unless somebody chose another. */
function withCurrency({ currency, timeZone }: StepProps['answers'], chosen: string) {
  const isProposed = timeZone === proposedZone(navigator.languages, currency)
  return {
    currency: chosen,
    ...(isProposed && { timeZone: proposedZone(navigator.languages, chosen) }),
  }
}

/** Lists the browser's time zones, with its own. */
const timeZones = (own: string): readonly string[] =>
  [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])].sort()
