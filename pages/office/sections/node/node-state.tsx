import type { Rate } from '../../../../shared/client/api.ts'
import { NodeLines } from '../../../parts/controls/node-lines.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { Table } from '../../controls/table.tsx'
import { NodeWarningTexts } from '../../figures/node-warning-texts.tsx'
import { Card } from '../../figures/section.tsx'
import { useList } from '../../figures/use-list.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { centsOf, readRateNow } from './rate.ts'
import { useNodeTexts } from './use-texts.ts'
import { useWallet } from './wallet.tsx'
import { WalletDoor } from './wallet-door.tsx'

/** The health of the node, the exchange rate, and for administrators its balance and channels. */
export function NodeState() {
  const texts = useNodeTexts()
  const { may, user } = useVisit()
  const { endsMs } = useWallet()
  const { value } = useList(async () => ({ rate: await readRateNow() }))
  return (
    <div class="report">
      {may('payments_read') && <Health />}
      {value && <RateCard rate={value.rate} />}
      {user.isAdmin &&
        (endsMs === undefined ? (
          <Card title={texts.holdings} area="holdings">
            <WalletDoor />
          </Card>
        ) : (
          <Holdings rate={value?.rate} />
        ))}
    </div>
  )
}

function Health() {
  const texts = useNodeTexts()
  const page = useTexts()
  const { satoshis, moment } = useFormats()
  const { user } = useVisit()
  const { value: health, problem } = useList(() => pos.wallet.health())
  return (
    <Card title={texts.health} area="health">
      {problem && <p class="trouble">{page.failed}</p>}
      {!health && !problem && <p class="quiet">{page.loading}</p>}
      {health?.asOf === null && (
        <>
          <p>{texts.neverAnswered}</p>
          {user.isAdmin && <NodeLines />}
        </>
      )}
      {health && health.asOf !== null && (
        <>
          {health.warnings.length === 0 ? (
            <p class="good">{texts.isWell}</p>
          ) : (
            <NodeWarningTexts health={health} />
          )}
          {health.inboundSat !== null && (
            <p>{texts.canReceive(satoshis(health.inboundSat))}</p>
          )}
          <p class="quiet small">{texts.asOf(moment(Date.parse(health.asOf)))}</p>
        </>
      )}
    </Card>
  )
}

function RateCard({ rate }: { readonly rate: Rate | undefined }) {
  const texts = useNodeTexts()
  const { money, moment } = useFormats()
  return (
    <Card title={texts.rate} area="rate">
      {rate ? (
        <>
          <p>{texts.rateIs(money(Math.round(rate.rate * 100)))}</p>
          <p class="quiet small">
            {texts.rateFrom(sourcesOf(rate, texts.byHand), moment(Date.parse(rate.asOf)))}{' '}
            {rate.stale && texts.rateStale}
          </p>
        </>
      ) : (
        <p class="trouble">{texts.noRate}</p>
      )}
    </Card>
  )
}

const sourcesOf = ({ sources }: Rate, byHand: string) =>
  sources.map((name) => (name === 'manual' ? byHand : name)).join(', ')

/** Balance and channels, read once the wallet is open. */
function Holdings({ rate }: { readonly rate: Rate | undefined }) {
  const texts = useNodeTexts()
  const page = useTexts()
  const { money, number, satoshis } = useFormats()
  const { asking } = useWallet()
  const { value, problem } = useList(async () => {
    const [balance, info] = await asking(
      Promise.all([pos.wallet.balance(), pos.wallet.info()]),
    )
    return { balance, channels: info.channels }
  })
  if (!value) {
    return (
      <Card title={texts.holdings} area="holdings">
        {problem ? (
          <p class="trouble">{texts.nodeSilent}</p>
        ) : (
          <p class="quiet">{page.loading}</p>
        )}
      </Card>
    )
  }
  const { balance, channels } = value
  const { balanceSat, feeCreditSat } = balance
  return (
    <Card title={texts.holdings} area="holdings">
      <dl class="details">
        <dt>{texts.balance}</dt>
        <dd>
          {satoshis(balanceSat)}
          {rate && ` (${texts.about(money(centsOf(balanceSat, rate)))})`}
        </dd>
        {feeCreditSat > 0 && (
          <>
            <dt>{texts.feeCredit}</dt>
            <dd>{satoshis(feeCreditSat)}</dd>
          </>
        )}
      </dl>
      {channels.length === 0 ? (
        <p class="quiet">{texts.noChannels}</p>
      ) : (
        <>
          <p class="quiet small">{texts.channels}</p>
          <Table
            label={texts.channels}
            rows={channels.map((channel, at) => ({ ...channel, at }))}
            keyOf={({ channelId, at }) => channelId ?? String(at)}
            columns={[
              {
                heading: texts.channel,
                cell: ({ at, state }) => (
                  <>
                    {at + 1} <span class="quiet small block">{state}</span>
                  </>
                ),
              },
              {
                heading: texts.canSend,
                isFigure: true,
                cell: (channel) =>
                  channel.balanceSat === null ? '–' : number(channel.balanceSat),
              },
              {
                heading: texts.canTake,
                isFigure: true,
                cell: ({ inboundSat }) =>
                  inboundSat === null ? '–' : number(inboundSat),
              },
              {
                heading: texts.capacity,
                isFigure: true,
                isWideOnly: true,
                cell: ({ capacitySat }) =>
                  capacitySat === null ? '–' : number(capacitySat),
              },
            ]}
          />
        </>
      )}
    </Card>
  )
}
