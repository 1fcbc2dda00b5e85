import { useRef, useState } from 'preact/hooks'
import type { Till } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'
import { type Drawer, missingNumbers } from './drawers.ts'
import { useTillsTexts } from './use-texts.ts'

type Props = {
  readonly drawer: Drawer
  readonly drawers: readonly Drawer[]
  /** The open shift; undefined without one, or where nobody may know it. */
  readonly shiftId: string | undefined
  /** Called with what was done, if anything was. */
  readonly onClose: (news?: string) => void
}

/** Counts a drawer and moves its money; ends its till and confirms its numbers. */
export function DrawerDialog({ drawer, drawers, shiftId, onClose }: Props) {
  const texts = useTillsTexts()
  const { may, user } = useVisit()
  const [isEnding, setEnding] = useState(false)
  const { till } = drawer
  const isLive = till && !till.revokedAt && !till.endedAt
  if (isEnding && till) {
    return <EndDialog till={till} onClose={() => setEnding(false)} onDone={onClose} />
  }
  return (
    <Dialog
      title={till ? `${till.series} ${till.name}` : texts.ownDrawer}
      onClose={() => onClose()}
    >
      {isLive && may('tills_create') && <Rename till={till} onDone={onClose} />}
      {till && may('shifts_create') && <Count till={till} onDone={onClose} />}
      {shiftId !== undefined && may('shifts_create') && (
        <Move drawer={drawer} drawers={drawers} shiftId={shiftId} onDone={onClose} />
      )}
      {till && user.isAdmin && (till.missing ?? []).length > 0 && (
        <ConfirmNumbers till={till} onDone={onClose} />
      )}
      {till && user.isAdmin && <ConfirmLost till={till} onDone={onClose} />}
      {isLive && may('tills_create') && (
        <button type="button" onClick={() => setEnding(true)}>
          {texts.end}
        </button>
      )}
    </Dialog>
  )
}

type PartProps = { readonly till: Till; readonly onDone: (news: string) => void }

/** Ends a till, and says who could sell there. Administrators say that its device is gone, too. */
function EndDialog({
  till,
  onClose,
  onDone,
}: PartProps & { readonly onClose: () => void }) {
  const texts = useTillsTexts()
  const { user } = useVisit()
  const [isGone, setGone] = useState(false)
  const people = useRef<string[]>([])
  const end = async () => {
    const query = isGone ? { lost: 'true' as const } : {}
    const ended = await pos.tills.revoke({ params: { id: till.id }, query })
    people.current = ended.people.map(({ name }) => name)
  }
  return (
    <ConfirmDialog
      title={texts.end}
      confirm={texts.endNow}
      onConfirm={end}
      onClose={onClose}
      onDone={() => onDone(texts.isEnded(till.name, people.current, isGone))}
    >
      <p>{texts.endHint}</p>
      {user.isAdmin && (
        <label class="check">
          <input
            type="checkbox"
            name="device-gone"
            checked={isGone}
            onChange={({ currentTarget }) => setGone(currentTarget.checked)}
          />
          <span>
            {texts.deviceGone}
            <span class="quiet small block">{texts.deviceGoneHint}</span>
          </span>
        </label>
      )}
    </ConfirmDialog>
  )
}

function Rename({ till, onDone }: PartProps) {
  const texts = useTillsTexts()
  const { isBusy, trouble, run } = useAction()
  const [name, setName] = useState(till.name)
  const rename = async (event: SubmitEvent) => {
    event.preventDefault()
    const body = { name: name.trim() }
    const renamed = () => pos.tills.rename({ params: { id: till.id }, body })
    if (await run(renamed)) onDone(texts.isRenamed(body.name))
  }
  return (
    <form onSubmit={(event) => void rename(event)}>
      <TextField
        label={texts.name}
        name="till-name"
        autocomplete="off"
        value={name}
        onText={setName}
        pattern=".*\S.*"
        required
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button type="submit" disabled={isBusy || name.trim() === till.name}>
        {texts.rename}
      </button>
    </form>
  )
}

function Count({ till, onDone }: PartProps) {
  const texts = useTillsTexts()
  const { smallestCents } = useShop()
  const { money } = useFormats()
  const { isBusy, trouble, run } = useAction()
  const [cents, setCents] = useState(0)
  const keep = async (event: SubmitEvent) => {
    event.preventDefault()
    const params = { id: till.id }
    const count = () => pos.tills.count({ params, body: { amount: cents / 100 } })
    if (await run(count)) onDone(texts.isKept)
  }
  return (
    <form onSubmit={(event) => void keep(event)}>
      <h3>{texts.count}</h3>
      <MoneyField
        label={texts.counted}
        cents={cents}
        onCents={setCents}
        smallestCents={smallestCents}
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button type="submit" disabled={isBusy}>
        {texts.keepCount(money(cents))}
      </button>
    </form>
  )
}

type MoveProps = Pick<Props, 'drawer' | 'drawers'> & {
  readonly shiftId: string
  readonly onDone: (news: string) => void
}

/** Out of this drawer and into another one, in one step. */
function Move({ drawer, drawers, shiftId, onDone }: MoveProps) {
  const texts = useTillsTexts()
  const { smallestCents } = useShop()
  const { money } = useFormats()
  const { isBusy, trouble, run } = useAction()
  const others = drawers.filter((each) => each.till?.id !== drawer.till?.id)
  const [to, setTo] = useState(others[0]?.till?.id ?? '')
  const [cents, setCents] = useState(0)
  const [reason, setReason] = useState('')
  const move = async (event: SubmitEvent) => {
    event.preventDefault()
    const tillId = drawer.till?.id
    const body = {
      type: 'out' as const,
      amount: cents / 100,
      reason: reason.trim(),
      ...(tillId && { tillId }),
      toTillId: to || null,
    }
    const moved = () => pos.shifts.moveCash({ params: { id: shiftId }, body })
    if (await run(moved)) onDone(texts.isMoved(money(cents)))
  }
  return (
    <form onSubmit={(event) => void move(event)}>
      <h3>{texts.move}</h3>
      <SelectField
        label={texts.to}
        name="to"
        value={to}
        onChoose={setTo}
        options={others.map(({ till }) => ({
          value: till?.id ?? '',
          label: till ? `${till.series} ${till.name}` : texts.ownDrawer,
        }))}
      />
      <MoneyField
        label={texts.amount}
        cents={cents}
        onCents={setCents}
        smallestCents={smallestCents}
      />
      <TextField
        label={texts.reason}
        name="reason"
        autocomplete="off"
        value={reason}
        onText={setReason}
        required
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button type="submit" disabled={isBusy || cents === 0 || reason.trim() === ''}>
        {texts.moveNow(money(cents))}
      </button>
    </form>
  )
}

function ConfirmNumbers({ till, onDone }: PartProps) {
  const texts = useTillsTexts()
  const { isBusy, trouble, run } = useAction()
  const { numbers, hasMore } = missingNumbers(till)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (number: number) => {
    const next = new Set(chosen)
    if (!next.delete(number)) next.add(number)
    setChosen(next)
  }
  const confirm = async () => {
    const body = { numbers: [...chosen] }
    const confirmed = () => pos.tills.confirm({ params: { id: till.id }, body })
    if (await run(confirmed)) onDone(texts.areConfirmed)
  }
  return (
    <section>
      <h3>{texts.confirm}</h3>
      <p class="quiet">{texts.confirmHint}</p>
      <div class="choices">
        {numbers.map((number) => (
          <label key={number}>
            <input
              type="checkbox"
              checked={chosen.has(number)}
              onChange={() => toggle(number)}
            />{' '}
            {till.series}-{number}
          </label>
        ))}
      </div>
      {hasMore && <p class="quiet">{texts.others}</p>}
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button
        type="button"
        disabled={isBusy || chosen.size === 0}
        onClick={() => void confirm()}
      >
        {texts.confirmNumbers(chosen.size)}
      </button>
    </section>
  )
}

function ConfirmLost({ till, onDone }: PartProps) {
  const texts = useTillsTexts()
  const { isBusy, trouble, run } = useAction()
  const confirm = async () => {
    const params = { id: till.id }
    const lost = () => pos.tills.confirm({ params, body: { lost: true } })
    if (await run(lost)) onDone(texts.isLost)
  }
  // Only one that may have sold what nobody has
  if (!till.endedAt && !till.revokedAt && !till.waitingSales) return null
  return (
    <section>
      <h3>{texts.lost}</h3>
      <p class="quiet">{texts.lostHint}</p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button type="button" disabled={isBusy} onClick={() => void confirm()}>
        {texts.confirmLost}
      </button>
    </section>
  )
}
