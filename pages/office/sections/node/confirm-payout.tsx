import { useState } from 'preact/hooks'
import type { Rate } from '../../../../shared/client/api.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { usePartTexts } from '../../../parts/preferences.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useVisit } from '../../figures/visit.tsx'
import { isUndecided } from './is-undecided.ts'
import { type Begun, begin, feeOf, type Paid, pay, shortened } from './payout.ts'
import { centsOf } from './rate.ts'
import { useNodeTexts } from './use-texts.ts'
import { useWallet } from './wallet.tsx'

type Props = {
  readonly begun: Begun
  readonly rate: Rate | undefined
  /** After a refusal it begins anew, under another key. */
  readonly onBegun: (begun: Begun) => void
  readonly onBack: () => void
  /** Called with what became of it. */
  readonly onEnd: (news: string) => void
}

/** Repeats amount, target and fee, pays once, and says what became of it. */
export function ConfirmPayout({ begun, rate, onBegun, onBack, onEnd }: Props) {
  const texts = useNodeTexts()
  const parts = usePartTexts()
  const { money, satoshis } = useFormats()
  const { failed } = useVisit()
  const { asking } = useWallet()
  const [paid, setPaid] = useState<Paid>()
  const [isUnknown, setUnknown] = useState(false)
  const { isBusy, trouble, run } = useAction()
  const { payout, key } = begun
  const { target, amountSat } = payout
  const payNow = () =>
    run(async () => {
      try {
        setPaid(await asking(pay(payout, key, rate)))
      } catch (error) {
        const isOpen = isUndecided(error, isUnknown)
        setUnknown(isOpen)
        // Its key would answer the same refusal again
        if (!isOpen) onBegun(begin(payout))
        const isShut = error instanceof PosError && [401, 403].includes(error.status)
        if (!isOpen || isShut) throw error
        failed(error)
      }
    })
  const inMoney = (sat: number) =>
    rate ? `${satoshis(sat)} (${texts.about(money(centsOf(sat, rate)))})` : satoshis(sat)
  const outcome = paid
    ? texts.isPaid(satoshis(paid.amountSat), satoshis(paid.feeSat))
    : texts.unknownOutcome(satoshis(amountSat))
  const close = () => {
    if (paid || isUnknown) onEnd(outcome)
    else if (!isBusy) onBack()
  }
  return (
    <Dialog title={paid ? texts.paidTitle : texts.confirmTitle} onClose={close}>
      <dl class="details">
        <dt>{texts.kinds[target.kind]}</dt>
        <dd class="address">{shortened(target.code)}</dd>
        <dt>{texts.amount}</dt>
        <dd>{inMoney(paid?.amountSat ?? amountSat)}</dd>
        <dt>{paid ? texts.fee : texts.feeAbout}</dt>
        <dd>{inMoney(paid?.feeSat ?? feeOf(payout))}</dd>
        {paid && (
          <>
            <dt>{texts.paymentId}</dt>
            <dd class="address">{paid.id}</dd>
          </>
        )}
      </dl>
      <p role="status">
        {isBusy && texts.paying}
        {!isBusy && (paid || isUnknown) && outcome}
      </p>
      {paid && target.kind === 'address' && <p class="quiet">{texts.notConfirmed}</p>}
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={close}>
          {paid || isUnknown ? parts.close : parts.back}
        </button>
        {!paid && (
          <button
            type="button"
            class="strong"
            disabled={isBusy}
            onClick={() => void payNow()}
          >
            {isUnknown ? texts.askAgain : texts.payNow(satoshis(amountSat))}
          </button>
        )}
      </div>
    </Dialog>
  )
}
