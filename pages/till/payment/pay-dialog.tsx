import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { newId } from '../../../shared/ids.ts'
import { Dialog } from '../../parts/controls/dialog.tsx'
import { prepareQr } from '../../parts/controls/qr.tsx'
import { useFormats } from '../../parts/formats.tsx'
import { isRefusal } from '../../parts/is-refusal.ts'
import { useIsAllKept } from '../../parts/kept.ts'
import type { Method } from '../../parts/payment-methods.ts'
import { useApproval } from '../approval/approval-provider.tsx'
import { NotApproved } from '../approval/ask.ts'
import { holdOpen } from '../lock/idle-lock.ts'
import type { Sold } from '../sales/outbox.ts'
import { numberOf, type PendingSale, withNumber } from '../sales/pending-sale.ts'
import { pathOf, type SaleRequest } from '../sales/sale-request.ts'
import { useSales } from '../sales/sales-provider.tsx'
import { claimNumber, releaseNumber } from '../shop/own-till.ts'
import { useOwnTill } from '../shop/own-till-provider.tsx'
import { useTill } from '../shop/till.tsx'
import { usePaymentTexts } from '../texts/use-texts.ts'
import { CashStep } from './cash-step.tsx'
import { useShownPayment } from './display-feed.tsx'
import { ChangeToGive, Done } from './done.tsx'
import { LightningStep } from './lightning-step.tsx'
import { MethodStep } from './method-step.tsx'
import type { Payable } from './payable.ts'
import { ReferenceStep } from './reference-step.tsx'
import {
  changeOf,
  givenOf,
  type Paid,
  restOf,
  type Tender,
  tenderInputs,
} from './tenders.ts'
import { useApprovalText } from './use-approval-text.ts'
import { useOfflineBlock } from './use-offline-block.ts'

type Stage =
  | { readonly name: 'method' }
  | { readonly name: 'tender'; readonly method: Method; readonly cents: number }
  | { readonly name: 'lightning' }
  | { readonly name: 'selling'; readonly isLost: boolean }
  | {
      readonly name: 'done'
      readonly sold: Sold
      readonly paid: readonly Paid[]
    }

type Props = {
  readonly payable: Payable
  /** A new one renews the payable, as long as nothing is taken for it. */
  readonly version?: string
  /** Changes since it was filled, which the cashier tells before taking money. */
  readonly news?: readonly string[]
  /** Says instead of this dialog why the shop has refused to sell. */
  readonly onRefused?: (error: unknown, said: string) => void
  /** Called once the goods must not be paid again: they are sold, or in the outbox. */
  readonly onPaid: () => void
  readonly onClose: () => void
}

/** Takes tenders until nothing is left to pay, sells, and shows the change. */
export function PayDialog({ payable: latest, onPaid, onClose, ...props }: Props) {
  const texts = usePaymentTexts()
  const { may, isLost, failed, readAgain, readSoon } = useTill()
  const { sell } = useSales()
  const { own } = useOwnTill()
  const approvalFor = useApproval()
  // The customer pays the amount that was told, whatever is read meanwhile.
  const [payable, setPayable] = useState(latest)
  const [tipCents, setTipCents] = useState(0)
  const approvalText = useApprovalText(payable, tipCents)
  const [tenders, setTenders] = useState<readonly Tender[]>([])
  const [stage, setStage] = useState<Stage>({ name: 'method' })
  const [trouble, setTrouble] = useState<string>()
  // At once: the next key may be there before the next frame
  useLayoutEffect(holdOpen, [])
  useEffect(() => void prepareQr(), [])
  useEffect(() => {
    if (stage.name === 'method' && tenders.length === 0) setPayable(latest)
  }, [props.version])

  const totalCents = payable.dueCents + tipCents
  const restCents = restOf(totalCents, tenders)
  const needsCloud = useOfflineBlock(payable, totalCents)
  const block = isLost ? needsCloud : undefined
  useShownPayment({
    title: payable.title,
    bought: payable.bought,
    totalCents,
    tipCents,
    leftCents: restCents,
    done:
      stage.name === 'done'
        ? { givenCents: givenOf(stage.paid), changeCents: changeOf(stage.paid) }
        : undefined,
  })
  const choose = () => setStage({ name: 'method' })
  const finish = (sold: Sold, paid: readonly Paid[]) => {
    onPaid()
    setStage({ name: 'done', sold, paid })
    readSoon()
  }
  const refuse = (error: unknown) => {
    const said = failed(error)
    setTenders([])
    choose()
    if (props.onRefused) return props.onRefused(error, said)
    setTrouble(said)
    void readAgain()
  }
  const approvalOf = async (request: SaleRequest) =>
    payable.needs &&
    approvalFor(
      payable.needs,
      approvalText,
    )?.({ method: 'POST', path: pathOf(request), body: JSON.stringify(request.body) })
  const sellFor = async (all: readonly Tender[]) => {
    const saleId = newId()
    const inputs = tenderInputs(all)
    // Approvals need the cloud
    const isOwnRight = !payable.needs || may(payable.needs)
    const made: PendingSale = {
      saleId,
      madeMs: Date.now(),
      request: payable.sale(saleId, tipCents, inputs),
      receipt:
        own && needsCloud === undefined
          ? payable.receipt?.(saleId, tipCents, inputs)
          : undefined,
      totalCents,
      changeCents: changeOf(all),
      cart: payable.cart,
    }
    setStage({ name: 'selling', isLost: false })
    // A colleague approves the request as it is sent
    const sale = own && !isOwnRight ? withNumber(made, await claimNumber()) : made
    try {
      // Before the sale is kept: without approval it is not sold.
      const sold = await sell(sale, await approvalOf(sale.request))
      if (sold) finish(sold, all)
    } catch (error) {
      if (error instanceof NotApproved) {
        void releaseNumber(numberOf(sale))
        setTenders([])
        return choose()
      }
      if (isRefusal(error)) return refuse(error)
      failed(error)
      onPaid()
      setStage({ name: 'selling', isLost: true })
    }
  }
  /** `paysAll` also where cash is rounded, and leaves a few cents. */
  const take = (tender: Tender, paysAll: boolean) => {
    setTrouble(undefined)
    // The internet may have gone since the method was chosen
    if (block !== undefined) return choose()
    const all = [...tenders, tender]
    setTenders(all)
    if (paysAll) void sellFor(all)
    else choose()
  }

  const isOver = stage.name === 'selling' || stage.name === 'done'
  return (
    <Dialog
      title={payable.title ?? texts.pay}
      size="wide"
      onClose={stage.name === 'selling' && !stage.isLost ? () => undefined : onClose}
    >
      {!isOver && (
        <Due
          label={tenders.length > 0 ? texts.leftToPay : texts.toPay}
          cents={restCents}
        />
      )}
      {!isOver &&
        [...(props.news ?? []), ...[trouble, block].filter(isSaid)].map((said) => (
          <p key={said} class="trouble" role="alert">
            {said}
          </p>
        ))}
      {stage.name === 'method' && (
        <MethodStep
          dueCents={payable.dueCents}
          restCents={restCents}
          tipCents={tipCents}
          tenders={tenders}
          isBlocked={block !== undefined}
          // Nobody may be there to approve once the payment arrives.
          hasLightning={payable.needs !== 'orders_settle'}
          onTip={setTipCents}
          onRemove={(tender) => setTenders(tenders.filter((each) => each !== tender))}
          onMethod={(method, cents) => setStage({ name: 'tender', method, cents })}
          onLightning={() => setStage({ name: 'lightning' })}
          onNothing={() => void sellFor([{ method: 'cash', amountCents: 0 }])}
        />
      )}
      {stage.name === 'tender' &&
        (stage.method === 'cash' ? (
          <CashStep
            cents={stage.cents}
            isRest={stage.cents === restCents}
            onTender={take}
            onBack={choose}
          />
        ) : (
          <ReferenceStep
            method={stage.method}
            cents={stage.cents}
            onTender={(tender) => take(tender, stage.cents === restCents)}
            onBack={choose}
          />
        ))}
      {stage.name === 'lightning' && (
        <LightningStep
          payable={payable}
          tipCents={tipCents}
          tenders={tenders}
          onSold={(sold) =>
            finish(sold, [...tenders, { method: 'lightning', amountCents: restCents }])
          }
          onRefused={refuse}
          onBack={choose}
        />
      )}
      {stage.name === 'selling' && (
        <Selling isLost={stage.isLost} changeCents={changeOf(tenders)} onGoOn={onClose} />
      )}
      {stage.name === 'done' && (
        <Done sold={stage.sold} paid={stage.paid} onClose={onClose} />
      )}
    </Dialog>
  )
}

const isSaid = (text: string | undefined) => text !== undefined

function Due({ label, cents }: { readonly label: string; readonly cents: number }) {
  const { money } = useFormats()
  return (
    <p class="due">
      <span>{label}</span>
      <strong>{money(cents)}</strong>
    </p>
  )
}

type SellingProps = {
  readonly isLost: boolean
  readonly changeCents: number
  readonly onGoOn: () => void
}

function Selling({ isLost, changeCents, onGoOn }: SellingProps) {
  const texts = usePaymentTexts()
  const isAllKept = useIsAllKept()
  return (
    <div class="selling">
      <p role="status" class={isLost && !isAllKept ? 'trouble' : undefined}>
        {isLost ? (isAllKept ? texts.waiting : texts.waitingHere) : texts.selling}
      </p>
      {isLost && <ChangeToGive cents={changeCents} />}
      {isLost && (
        <button type="button" class="strong" onClick={onGoOn}>
          {texts.goOn}
        </button>
      )}
    </div>
  )
}
