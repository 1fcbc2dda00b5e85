import type { Business } from '../../../../shared/client/api.ts'
import { pos } from '../../../parts/pos.ts'
import { Card } from '../../figures/section.tsx'
import { useList } from '../../figures/use-list.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { detailsOf } from './changed-details.ts'
import { MoneyAndTime } from './money-and-time.tsx'
import { OnPaper } from './on-paper.tsx'
import { Safeguards } from './safeguards.tsx'
import { useShopTexts } from './use-texts.ts'

/** Edits the shop: its business, its money, its safeguards. */
export function View() {
  const texts = useShopTexts()
  const page = useTexts()
  const { user } = useVisit()
  const { value, problem, readAgain } = useList(async () => {
    const [business, currencies] = await Promise.all([
      // A caller with a session gets all settings
      pos.config.show() as Promise<Business>,
      pos.currencies.list().catch(() => []),
    ])
    return { business, acronyms: currencies.map(({ acronym }) => acronym) }
  })
  if (!value) {
    return problem ? (
      <p class="trouble">{problem === 'denied' ? page.denied : page.failed}</p>
    ) : (
      <p class="quiet">{page.loading}</p>
    )
  }
  const { business, acronyms } = value
  return (
    <div class="forms">
      <Card title={texts.onPaper} area="on-paper">
        <p class="quiet small">{texts.hint}</p>
        <OnPaper before={detailsOf(business)} onSaved={readAgain} />
      </Card>
      <Card title={texts.money} area="money-and-time">
        <MoneyAndTime business={business} acronyms={acronyms} onSaved={readAgain} />
      </Card>
      {user.isAdmin && (
        <Card title={texts.safeguards} area="safeguards">
          <Safeguards business={business} onSaved={readAgain} />
        </Card>
      )}
    </div>
  )
}
