import { useState } from 'preact/hooks'
import type { PayCode } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { Table } from '../../controls/table.tsx'
import { useList } from '../../figures/use-list.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { PayCodeCard } from './pay-code-card.tsx'
import { PayCodeForm } from './pay-code-form.tsx'
import { useNodeTexts } from './use-texts.ts'

/** A dialog of a code; a new code has none. */
type Opened =
  | { readonly what: 'form'; readonly code: PayCode | undefined }
  | { readonly what: 'card' | 'removal'; readonly code: PayCode }

/** Codes that are printed once and paid again and again. */
export function PayCodes() {
  const texts = useNodeTexts()
  const page = useTexts()
  const asksFor = useAsksFor()
  const { value, problem, readAgain } = useList(() => pos.payCodes.list())
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const done = () => {
    close()
    void readAgain()
  }
  return (
    <>
      <div class="section-bar">
        <button
          type="button"
          class="strong"
          onClick={() => setOpened({ what: 'form', code: undefined })}
        >
          {texts.addCode}
        </button>
      </div>
      <div class="card">
        <p class="quiet small">{texts.codesHint}</p>
        {problem && <p class="trouble">{page.failed}</p>}
        {!value && !problem && <p class="quiet">{page.loading}</p>}
        {value?.length === 0 && <p>{texts.noCodes}</p>}
        {value && value.length > 0 && (
          <Table
            label={texts.views.codes}
            rows={value}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: texts.codeName,
                cell: (code) => (
                  <>
                    <button
                      type="button"
                      class="plain"
                      onClick={() => setOpened({ what: 'form', code })}
                    >
                      {code.name}
                    </button>
                    {!code.isEnabled && <span class="badge">{texts.codeOff}</span>}
                  </>
                ),
              },
              { heading: texts.asksFor, cell: (code) => asksFor(code) },
              {
                heading: texts.address,
                isWideOnly: true,
                cell: (code) => <span class="address">{addressOf(code) ?? '–'}</span>,
              },
              {
                heading: texts.card,
                isFigure: true,
                cell: (code) => (
                  <button
                    type="button"
                    class="small"
                    aria-label={`${texts.card}: ${code.name}`}
                    onClick={() => setOpened({ what: 'card', code })}
                  >
                    {texts.card}
                  </button>
                ),
              },
            ]}
          />
        )}
      </div>
      {opened?.what === 'form' && (
        <PayCodeForm
          code={opened.code}
          onClose={close}
          onDone={done}
          onRemove={(code) => setOpened({ what: 'removal', code })}
        />
      )}
      {opened?.what === 'card' && (
        <PayCodeCard
          code={opened.code}
          address={addressOf(opened.code)}
          asksFor={asksFor(opened.code)}
          onClose={close}
        />
      )}
      {opened?.what === 'removal' && (
        <ConfirmDialog
          title={texts.removeCodeTitle(opened.code.name)}
          confirm={texts.removeCode}
          onConfirm={() => pos.payCodes.remove({ params: { id: opened.code.id } })}
          onClose={close}
          onDone={done}
        >
          <p>{texts.removeCodeHint}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The Lightning address of a code; undefined for a table's, which has none. */
const addressOf = ({ kind, name }: PayCode): string | undefined =>
  kind === 'table' ? undefined : `${name}@${location.host}`

/** A hook: says what a code asks for. */
function useAsksFor(): (code: PayCode) => string {
  const texts = useNodeTexts()
  const { money, satoshis } = useFormats()
  return ({ kind, amountCents = 0, minSat, maxSat }) => {
    if (kind === 'table') return texts.asksTable
    if (kind === 'fixed') return money(amountCents)
    const bounds = [
      minSat && texts.atLeast(satoshis(minSat)),
      maxSat && texts.atMost(satoshis(maxSat)),
    ]
    return [texts.asksOpen, ...bounds].filter(Boolean).join(', ')
  }
}
