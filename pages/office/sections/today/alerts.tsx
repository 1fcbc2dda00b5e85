import { useFormats } from '../../../parts/formats.tsx'
import { type OpenAlert, pos } from '../../../parts/pos.ts'
import { useReading } from '../../figures/reading.ts'
import { Card } from '../../figures/section.tsx'
import { useVisit } from '../../figures/visit.tsx'
import type { AlertText } from '../../texts/en.ts'
import { useTexts } from '../../texts/use-texts.ts'

/** Shows the alerts for administrators; nothing while all is well. */
export function Alerts() {
  const { user } = useVisit()
  return user.isAdmin ? <OpenAlerts /> : null
}

const shownAtOnce = 10

/** Shows the alerts but those of the node, which have a section of their own. */
function OpenAlerts() {
  const texts = useTexts()
  const { value = [] } = useReading((signal) => pos.notifications.alerts({ signal }), {
    pace: 'often',
    news: ['alert'],
  })
  const known = Object.entries<AlertText>(texts.alertTexts)
  const alerts = value
    .flatMap((alert) =>
      known.filter(([kind]) => kind === alert.kind).map(([, text]) => ({ alert, text })),
    )
    .sort((one, other) => (one.alert.raisedAt < other.alert.raisedAt ? 1 : -1))
  if (alerts.length === 0) return null
  return (
    <Card title={texts.alerts} area="alerts">
      <ul class="rows">
        {alerts.slice(0, shownAtOnce).map(({ alert, text }) => (
          <Row key={alert.id} alert={alert} text={text} />
        ))}
      </ul>
      {alerts.length > shownAtOnce && (
        <p class="quiet small">{texts.more(alerts.length - shownAtOnce)}</p>
      )}
    </Card>
  )
}

type Props = { readonly alert: OpenAlert; readonly text: AlertText }

function Row({ alert: { raisedAt, details }, text: { title, whatToDo } }: Props) {
  const { moment, satoshis } = useFormats()
  const { printerName, agentName, name, userName, url, currency, amountSat } = details
  const subject = [printerName, agentName, name, userName, url, currency]
    .concat(typeof amountSat === 'number' ? satoshis(amountSat) : [])
    .filter(Boolean)
    .join(' · ')
  return (
    <li>
      <span class="when">{moment(Date.parse(raisedAt))}</span>
      <span class="what">
        <span class="trouble">{title}</span>
        <span class="block">{subject}</span>
        <span class="quiet small block">{whatToDo}</span>
      </span>
    </li>
  )
}
