import { useState } from 'preact/hooks'
import type { Webhook } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { Table } from '../../controls/table.tsx'
import { useList } from '../../figures/use-list.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { ShownOnce } from './shown-once.tsx'
import { useProgramTexts } from './use-texts.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** The addresses that events are sent to, and how each of them does. */
export function Webhooks() {
  const texts = useProgramTexts()
  const page = useTexts()
  const { moment } = useFormats()
  const { value, problem, readAgain } = useList(() => pos.webhooks.list())
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [openedId, setOpenedId] = useState<string>()
  const opened = value?.find(({ id }) => id === openedId)
  const state = ({ isEnabled, failingSince, lastDeliveryAt }: Webhook) => {
    if (!isEnabled) return <span class="badge">{texts.switchedOff}</span>
    if (failingSince) {
      const since = texts.failingSince(moment(Date.parse(failingSince)))
      return <span class="badge bad">{since}</span>
    }
    if (!lastDeliveryAt) return <span class="badge">{texts.nothingSent}</span>
    return <span class="badge good">{moment(Date.parse(lastDeliveryAt))}</span>
  }
  return (
    <>
      <div class="section-bar">
        <button type="button" class="strong" onClick={() => setAdding(true)}>
          {texts.addWebhook}
        </button>
      </div>
      <div class="card">
        <p class="quiet small">{texts.webhooksHint}</p>
        {problem && <p class="trouble">{page.failed}</p>}
        {!value && !problem && <p class="quiet">{page.loading}</p>}
        {value?.length === 0 && <p>{texts.noWebhooks}</p>}
        {value && value.length > 0 && (
          <Table
            label={texts.webhooks}
            rows={value}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: texts.address,
                cell: ({ id, url }) => (
                  <button
                    type="button"
                    class="plain address"
                    onClick={() => setOpenedId(id)}
                  >
                    {url}
                  </button>
                ),
              },
              {
                heading: texts.events,
                isWideOnly: true,
                cell: ({ events }) =>
                  events.map((each) => texts.eventNames[each]).join(', '),
              },
              { heading: texts.lastSent, cell: state },
            ]}
          />
        )}
      </div>
      {isAdding && (
        <WebhookForm
          onClose={() => setAdding(false)}
          onMade={(made) => {
            setAdding(false)
            setSecret(made)
            void readAgain()
          }}
        />
      )}
      {opened && (
        <WebhookDialog
          webhook={opened}
          onClose={() => setOpenedId(undefined)}
          onChanged={readAgain}
          onSecret={setSecret}
        />
      )}
      {secret && (
        <ShownOnce
          title={texts.webhookSecret}
          hint={texts.webhookSecretHint}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}
