import { useState } from 'preact/hooks'
import type { Webhook, WebhookDelivery } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { Table } from '../../controls/table.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useList } from '../../figures/use-list.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { useProgramTexts } from './use-texts.ts'

type Props = {
  readonly webhook: Webhook
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
  /** With its new secret. */
  readonly onSecret: (secret: string) => void
}

/** A webhook: its deliveries, each of which can be repeated, and its end. */
export function WebhookDialog({ webhook, onClose, onChanged, onSecret }: Props) {
  const texts = useProgramTexts()
  const page = useTexts()
  const { moment } = useFormats()
  const { id, url, isEnabled } = webhook
  const params = { id }
  const [asked, setAsked] = useState<'enable' | 'secret' | 'remove'>()
  const [said, setSaid] = useState('')
  const { isBusy, trouble, run } = useAction()
  const deliveries = useList(() => pos.webhooks.deliveries({ params }))
  const send = async (call: () => Promise<unknown>) => {
    setSaid('')
    if (!(await run(call))) return
    setSaid(texts.onItsWay)
    await deliveries.readAgain()
  }
  const back = () => setAsked(undefined)
  return (
    <Dialog title={url} size="wide" onClose={onClose}>
      <div class="actions">
        <button
          type="button"
          disabled={isBusy || !isEnabled}
          onClick={() => void send(() => pos.webhooks.test({ params }))}
        >
          {texts.sendTest}
        </button>
        <button type="button" onClick={() => void deliveries.readAgain()}>
          {texts.lookAgain}
        </button>
        <button type="button" onClick={() => setAsked('enable')}>
          {isEnabled ? texts.turnOff : texts.turnOn}
        </button>
        <button type="button" onClick={() => setAsked('secret')}>
          {texts.newSecret}
        </button>
        <button type="button" class="danger" onClick={() => setAsked('remove')}>
          {texts.removeWebhook}
        </button>
      </div>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <p role="status">{said}</p>
      {deliveries.problem && <p class="trouble">{page.failed}</p>}
      {deliveries.value?.length === 0 && <p>{texts.nothingSent}</p>}
      {deliveries.value && deliveries.value.length > 0 && (
        <Table
          label={texts.deliveries}
          rows={deliveries.value}
          keyOf={(each) => each.id}
          columns={[
            {
              heading: texts.event,
              cell: ({ type, createdAt }) => (
                <>
                  {(texts.eventNames as Readonly<Record<string, string>>)[type] ??
                    texts.test}
                  <span class="quiet small block">{moment(Date.parse(createdAt))}</span>
                </>
              ),
            },
            { heading: texts.outcome, cell: (each) => <Outcome delivery={each} /> },
            {
              heading: texts.repeat,
              isFigure: true,
              cell: (each) => (
                <button
                  type="button"
                  class="small"
                  disabled={isBusy || !isEnabled}
                  onClick={() =>
                    void send(() =>
                      pos.webhooks.repeat({ params: { id, deliveryId: each.id } }),
                    )
                  }
                >
                  {texts.repeat}
                </button>
              ),
            },
          ]}
        />
      )}
      {asked === 'enable' && (
        <ConfirmDialog
          title={`${isEnabled ? texts.turnOff : texts.turnOn}: ${url}`}
          confirm={isEnabled ? texts.turnOff : texts.turnOn}
          onConfirm={async () => {
            await pos.webhooks.update({ params, body: { isEnabled: !isEnabled } })
            await onChanged()
          }}
          onClose={back}
        >
          <p>{isEnabled ? texts.turnOffHint : texts.turnOnHint}</p>
        </ConfirmDialog>
      )}
      {asked === 'secret' && (
        <ConfirmDialog
          title={texts.newSecret}
          confirm={texts.newSecret}
          onConfirm={async () => {
            const body = { newSecret: true } as const
            const { secret = '' } = await pos.webhooks.update({ params, body })
            onSecret(secret)
          }}
          onClose={back}
        >
          <p>{texts.newSecretHint}</p>
        </ConfirmDialog>
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          title={`${texts.removeWebhook}: ${url}`}
          confirm={texts.removeWebhook}
          onConfirm={async () => {
            await pos.webhooks.remove({ params })
            await onChanged()
          }}
          onClose={back}
          onDone={onClose}
        >
          <p>{texts.removeWebhookHint}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

function Outcome({ delivery }: { readonly delivery: WebhookDelivery }) {
  const texts = useProgramTexts()
  const { status, attempts, responseStatus, reason } = delivery
  const tone = { delivered: 'good', failed: 'bad', pending: '' }[status]
  const answer = responseStatus === undefined ? reason : `HTTP ${responseStatus}`
  return (
    <>
      <span class={`badge ${tone}`}>{texts.statuses[status]}</span>
      <span class="quiet small block">
        {[texts.attempts(attempts), answer].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}
