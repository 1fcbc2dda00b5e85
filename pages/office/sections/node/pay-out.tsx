import { useState } from 'preact/hooks'
import type { Rate } from '../../../../shared/client/api.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { TextArea } from '../../../parts/controls/text-area.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { useAction } from '../../controls/use-action.ts'
import { Card } from '../../figures/section.tsx'
import { useList } from '../../figures/use-list.ts'
import { ConfirmPayout } from './confirm-payout.tsx'
import {
  type Begun,
  begin,
  readCode,
  readTarget,
  shortened,
  type Target,
} from './payout.ts'
import { centsOf, readRateNow } from './rate.ts'
import { SatoshiField } from './satoshi-field.tsx'
import { useNodeTexts } from './use-texts.ts'
import { useWallet } from './wallet.tsx'
import { WalletDoor } from './wallet-door.tsx'

/** Pays out of the wallet: reads whom, then how much, and asks before it pays. */
export function PayOut() {
  const texts = useNodeTexts()
  const { endsMs } = useWallet()
  const { value } = useList(async () => ({ rate: await readRateNow() }))
  const rate = value?.rate
  // They outlast the wallet session
  const [code, setCode] = useState('')
  const [target, setTarget] = useState<Target>()
  const [begun, setBegun] = useState<Begun>()
  const [said, setSaid] = useState('')
  const goBack = () => {
    setTarget(undefined)
    setBegun(undefined)
  }
  return (
    <>
      <p role="status">{said}</p>
      <Card title={texts.payOut} area="pay-out">
        {endsMs === undefined ? (
          <WalletDoor />
        ) : target ? (
          <Terms
            target={target}
            rate={rate}
            onBack={goBack}
            onTerms={(terms) => setBegun(begin({ target, ...terms }))}
          />
        ) : (
          <Whom
            code={code}
            onCode={(text) => {
              setCode(text)
              setSaid('')
            }}
            onTarget={setTarget}
          />
        )}
      </Card>
      {begun && (
        <ConfirmPayout
          begun={begun}
          rate={rate}
          onBegun={setBegun}
          onBack={() => setBegun(undefined)}
          onEnd={(news) => {
            goBack()
            setCode('')
            setSaid(news)
          }}
        />
      )}
    </>
  )
}

type WhomProps = {
  readonly code: string
  readonly onCode: (text: string) => void
  readonly onTarget: (target: Target) => void
}

function Whom({ code, onCode, onTarget }: WhomProps) {
  const texts = useNodeTexts()
  const { asking } = useWallet()
  const { isBusy, trouble, say, run } = useAction((error) =>
    error instanceof PosError && error.code === 'undecodable_invoice'
      ? texts.unknownCode
      : undefined,
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const read = readCode(code)
    if (!read) return say(texts.unknownCode)
    void run(async () => onTarget(await asking(readTarget(read))))
  }
  return (
    <form onSubmit={submit}>
      <p class="quiet small">{texts.payOutHint}</p>
      <TextArea
        label={texts.whom}
        name="code"
        autocomplete="off"
        value={code}
        onText={onCode}
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <div class="actions">
        <button type="submit" class="strong" disabled={isBusy || code.trim() === ''}>
          {texts.next}
        </button>
      </div>
    </form>
  )
}

type TermsProps = {
  readonly target: Target
  readonly rate: Rate | undefined
  readonly onBack: () => void
  readonly onTerms: (terms: {
    readonly amountSat: number
    readonly message: string
    readonly feerateSatByte: number
  }) => void
}

function Terms({ target, rate, onBack, onTerms }: TermsProps) {
  const texts = useNodeTexts()
  const { money, satoshis } = useFormats()
  const named = target.kind === 'invoice' ? target.amountSat : null
  const [typedSat, setTypedSat] = useState(0)
  const [message, setMessage] = useState('')
  const [feerateSatByte, setFeerate] = useState(0)
  const amountSat = named ?? typedSat
  const worth = rate ? texts.about(money(centsOf(amountSat, rate))) : texts.noRate
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onTerms({ amountSat, message, feerateSatByte })
  }
  const isComplete = amountSat > 0 && (target.kind !== 'address' || feerateSatByte > 0)
  return (
    <form onSubmit={submit}>
      <dl class="details">
        <dt>{texts.kinds[target.kind]}</dt>
        <dd class="address">{shortened(target.code)}</dd>
        {target.kind === 'invoice' && target.description && (
          <>
            <dt>{texts.purpose}</dt>
            <dd>{target.description}</dd>
          </>
        )}
        {named !== null && (
          <>
            <dt>{texts.amount}</dt>
            <dd>
              {satoshis(named)} ({worth})
            </dd>
          </>
        )}
      </dl>
      {named === null && (
        <SatoshiField
          label={texts.amountSat}
          name="amount"
          hint={amountSat > 0 ? worth : texts.amountHint}
          value={typedSat}
          onNumber={setTypedSat}
          required
        />
      )}
      {target.kind === 'address' && (
        <SatoshiField
          label={texts.feerate}
          name="feerate"
          hint={texts.feerateHint}
          value={feerateSatByte}
          onNumber={setFeerate}
          required
        />
      )}
      {target.kind === 'offer' && (
        <TextField
          label={texts.message}
          name="message"
          autocomplete="off"
          maxLength={64}
          value={message}
          onText={setMessage}
        />
      )}
      <div class="actions">
        <button type="button" onClick={onBack}>
          {texts.otherTarget}
        </button>
        <button type="submit" class="strong" disabled={!isComplete}>
          {texts.next}
        </button>
      </div>
    </form>
  )
}
