import { useId, useState } from 'preact/hooks'
import type { Tax } from '../../../../shared/client/api.ts'
import { dayAt } from '../../../../shared/platform/time/clock.ts'
import { Choice } from '../../../parts/controls/choice.tsx'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { readRate } from '../../../parts/read-rate.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { useAction } from '../../controls/use-action.ts'
import { dayText } from './day-text.ts'
import { useTaxesTexts } from './use-texts.ts'

type Props = {
  /** The one to change; undefined for a new one. */
  readonly tax: Tax | undefined
  /** The first tax of a shop counts for everything. */
  readonly isFirst: boolean
  readonly onClose: () => void
}

const dayMs = 24 * 60 * 60_000

/** Name and rate of a tax, now or from a day on. */
export function TaxDialog({ tax, isFirst, onClose }: Props) {
  const texts = useTaxesTexts()
  const { locale, number, offsetAt } = useFormats()
  const { isBusy, trouble, say, run } = useAction()
  const [name, setName] = useState(tax?.name ?? '')
  const [rate, setRate] = useState(
    String(tax?.nextRate?.ratePercent ?? tax?.ratePercent ?? ''),
  )
  const [when, setWhen] = useState<'now' | 'later'>(tax?.nextRate ? 'later' : 'now')
  const tomorrow = dayAt(Date.now() + dayMs, offsetAt)
  const [day, setDay] = useState(tax?.nextRate?.fromDay ?? tomorrow)
  const [isDefault, setDefault] = useState(tax?.isDefault ?? isFirst)
  const [asked, setAsked] = useState<'save' | 'remove' | 'keep'>()
  const id = useId()
  const ratePercent = readRate(rate)
  const percent = (value: number) => texts.percent(number(value))
  const create = (body: Parameters<typeof pos.taxes.create>[0]['body']) =>
    run(() => pos.taxes.create({ body }))
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (ratePercent === undefined) return say(texts.badRate)
    say(undefined)
    if (tax) return setAsked('save')
    if (await create({ name, ratePercent, isDefault })) onClose()
  }
  const change = async () => {
    if (!tax || ratePercent === undefined) return
    await pos.taxes.update({
      params: { id: tax.id },
      body: {
        ifWas: { ...tax },
        name,
        ...(isDefault && !tax.isDefault && { isDefault }),
        ...(when === 'later'
          ? { nextRate: { ratePercent, fromDay: day } }
          : { ratePercent, nextRate: null }),
      },
    })
  }
  const back = () => setAsked(undefined)
  return (
    <Dialog title={tax ? texts.change(tax.name) : texts.add} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.name}
          name="tax-name"
          autocomplete="off"
          value={name}
          onText={setName}
          pattern=".*\S.*"
          required
        />
        <TextField
          label={texts.ratePercent}
          name="tax-rate"
          inputMode="decimal"
          autocomplete="off"
          value={rate}
          onText={setRate}
          required
        />
        {tax && (
          <Choice
            legend={texts.when}
            value={when}
            onChoose={setWhen}
            options={[
              { value: 'now', label: texts.now },
              { value: 'later', label: texts.fromDay, hint: texts.fromDayHint },
            ]}
          />
        )}
        {tax && when === 'later' && (
          <div class="field">
            <label for={id}>{texts.day}</label>
            <input
              id={id}
              type="date"
              name="tax-day"
              min={tomorrow}
              value={day}
              onChange={({ currentTarget }) => setDay(currentTarget.value)}
              required
            />
          </div>
        )}
        <label class="check">
          <input
            type="checkbox"
            name="is-default"
            checked={isDefault}
            disabled={tax?.isDefault}
            onChange={({ currentTarget }) => setDefault(currentTarget.checked)}
          />
          <span>
            {texts.usual}
            <span class="quiet small block">{texts.usualHint}</span>
          </span>
        </label>
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <div class="actions">
          {tax && (
            <button type="button" class="danger" onClick={() => setAsked('remove')}>
              {texts.remove}
            </button>
          )}
          {tax?.nextRate && (
            <button type="button" onClick={() => setAsked('keep')}>
              {texts.dropNext}
            </button>
          )}
          <button type="submit" class="strong" disabled={isBusy}>
            {tax ? texts.save : texts.add}
          </button>
        </div>
      </form>
      {tax && ratePercent !== undefined && asked === 'save' && (
        <ConfirmDialog
          title={texts.confirm(tax.name)}
          confirm={texts.save}
          onConfirm={change}
          onClose={back}
          onDone={onClose}
        >
          {when === 'later' && (
            <p>
              {texts.laterHint(
                percent(tax.ratePercent),
                percent(ratePercent),
                dayText(day, locale),
              )}
            </p>
          )}
          {when === 'now' && ratePercent !== tax.ratePercent && (
            <p>{texts.nowHint(percent(tax.ratePercent), percent(ratePercent))}</p>
          )}
          {isDefault && !tax.isDefault && <p>{texts.usualChange(name)}</p>}
        </ConfirmDialog>
      )}
      {tax && asked === 'keep' && (
        <ConfirmDialog
          title={texts.dropNext}
          confirm={texts.dropNext}
          onConfirm={() =>
            pos.taxes.update({
              params: { id: tax.id },
              body: { nextRate: null, ifWas: { ...tax } },
            })
          }
          onClose={back}
          onDone={onClose}
        >
          <p>{percent(tax.ratePercent)}</p>
        </ConfirmDialog>
      )}
      {tax && asked === 'remove' && (
        <ConfirmDialog
          title={`${texts.remove}: ${tax.name}`}
          confirm={texts.remove}
          onConfirm={() => pos.taxes.remove({ params: { id: tax.id } })}
          onClose={back}
          onDone={onClose}
        >
          <p>{texts.removeHint(tax.name)}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
