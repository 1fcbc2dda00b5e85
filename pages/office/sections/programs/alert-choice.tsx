import { pos } from '../../../parts/pos.ts'
import { useAction } from '../../controls/use-action.ts'
import { useList } from '../../figures/use-list.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { useProgramTexts } from './use-texts.ts'

/** The kinds of alerts that this administrator gets; every administrator chooses alone. */
export function AlertChoice() {
  const texts = useProgramTexts()
  const page = useTexts()
  const { user } = useVisit()
  const { isBusy, trouble, run } = useAction()
  const { value, problem, readAgain } = useList(() => pos.notifications.preferences())
  const isOn = (category: string) =>
    value?.find((each) => each.category === category)?.inAppEnabled ?? true
  const choose = (category: string, inAppEnabled: boolean) =>
    run(async () => {
      await pos.notifications.setPreference({ body: { category, inAppEnabled } })
      await readAgain()
    })
  return (
    <div class="card">
      <p class="quiet small">{texts.alertsHint(user.name)}</p>
      {problem && <p class="trouble">{page.failed}</p>}
      {!value && !problem && <p class="quiet">{page.loading}</p>}
      {value && (
        <fieldset class="permissions">
          <legend>{texts.alertsOf(user.name)}</legend>
          {Object.entries(texts.categories).map(([category, label]) => (
            <label key={category} class="check">
              <input
                type="checkbox"
                name={category}
                disabled={isBusy}
                checked={isOn(category)}
                onChange={({ currentTarget }) =>
                  void choose(category, currentTarget.checked)
                }
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      )}
      <p class="trouble" role="alert">
        {trouble}
      </p>
    </div>
  )
}
