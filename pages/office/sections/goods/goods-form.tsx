import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useAction } from '../../controls/use-action.ts'
import type { AnyDraft, FormNews } from './goods-list.tsx'
import { useTexts } from './texts/use-texts.ts'

type Props<Draft extends AnyDraft> = {
  /** The content at first. */
  readonly first: Draft
  /** The content now. */
  readonly draft: Draft
  readonly newTitle: string
  /** Says what is missing. */
  readonly faultOf?: () => string | undefined
  /** Saves it. Throws PosError. */
  readonly save: () => Promise<unknown>
  readonly wordingOf?: (error: unknown) => string | undefined
  readonly mayRemove: boolean
  readonly mayCopy: boolean
  readonly news: FormNews<Draft>
  readonly children: ComponentChildren
}

/** The form of a part of the catalogue: its fields, and what can be done with it. */
export function GoodsForm<Draft extends AnyDraft>(props: Props<Draft>) {
  const { first, draft, news } = props
  const texts = useTexts()
  /** Saving may add to the draft, such as a new category. */
  const latest = useRef(draft)
  latest.current = draft
  const [isChanged, setChanged] = useState(false)
  const { isBusy, trouble, say, run } = useAction((error) => {
    if (!(error instanceof PosError)) return undefined
    setChanged(error.code === 'product_changed' || error.code === 'record_changed')
    return props.wordingOf?.(error)
  })
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const goesOn = event.submitter?.getAttribute('value') === 'next'
    const fault = props.faultOf?.()
    if (fault !== undefined) return say(fault)
    setChanged(false)
    if (await run(props.save)) news.onSaved(latest.current, goesOn)
  }
  const isNew = first.id === undefined
  return (
    <Dialog
      title={isNew ? props.newTitle : texts.change(first.name)}
      size="wide"
      onClose={news.onClose}
    >
      <form onSubmit={(event) => void save(event)}>
        {props.children}
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <div class="actions">
          {isChanged && (
            <button type="button" onClick={news.onShowNow}>
              {texts.showNow}
            </button>
          )}
          {!isNew && props.mayRemove && (
            <button type="button" disabled={isBusy} onClick={news.onRemove}>
              {texts.remove}
            </button>
          )}
          {!isNew && props.mayCopy && (
            <button type="button" disabled={isBusy} onClick={news.onCopy}>
              {texts.copy}
            </button>
          )}
          <button type="submit" value="next" disabled={isBusy}>
            {texts.saveAndNext}
          </button>
          <button type="submit" class="strong" disabled={isBusy}>
            {texts.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
