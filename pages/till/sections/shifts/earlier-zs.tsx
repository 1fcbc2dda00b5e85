import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { ZReport } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { InCurrency, useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { useShiftsTexts } from '../../texts/use-texts.ts'
import { ZFigures } from './z-figures.tsx'

/** As many Zs are read at a time. */
const atATime = 10

/** The Zs of the shop, newest first; each opens and is printed again. */
export function EarlierZs() {
  const texts = useShiftsTexts()
  const { moment } = useFormats()
  const { zs, hasMore, trouble, more } = useZs()
  const [shown, setShown] = useState<ZReport>()
  return (
    <section class="card">
      <h2>{texts.earlier}</h2>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {zs?.length === 0 && !hasMore && <p class="quiet">{texts.noEarlier}</p>}
      <ul>
        {zs?.map((z) => (
          <li key={z.number}>
            <button type="button" class="z row" onClick={() => setShown(z)}>
              <strong>{texts.zNumber(z.number)}</strong>
              <span class="quiet what">{moment(Date.parse(z.closedAt))}</span>
              <InCurrency acronym={z.currency}>
                <Sales {...z} />
              </InCurrency>
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" onClick={() => void more()}>
          {texts.more}
        </button>
      )}
      {shown && (
        <Dialog
          title={`${texts.zNumber(shown.number)} · ${moment(Date.parse(shown.closedAt))}`}
          size="wide"
          onClose={() => setShown(undefined)}
        >
          <InCurrency acronym={shown.currency}>
            <ZFigures
              report={shown}
              isFollowed={zs?.some(
                ({ shiftId, number }) =>
                  shiftId === shown.shiftId && number > shown.number,
              )}
            />
          </InCurrency>
        </Dialog>
      )}
    </section>
  )
}

/** The sales of a Z, with the currency where it is not the shop's of today. */
function Sales({ totalSales, currency }: Pick<ZReport, 'totalSales' | 'currency'>) {
  const { money } = useFormats()
  const { shop } = useTill()
  const isOther = currency !== undefined && currency !== shop.currency.acronym
  return (
    <strong class="figure">
      {totalSales !== null && money(Math.round(totalSales * 100))}
      {isOther && ` ${currency}`}
    </strong>
  )
}

/** The Zs that were read so far; undefined before the first. */
function useZs() {
  const { failed } = useTill()
  const pages = useRef(pos.shifts.zReports.pages({ limit: atATime }))
  const [zs, setZs] = useState<readonly ZReport[]>()
  const [hasMore, setHasMore] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const more = useCallback(async () => {
    try {
      const { value = [] } = await pages.current.next()
      setZs((before = []) => [...before, ...value])
      setHasMore(value.length === atATime)
      setTrouble(undefined)
    } catch (error) {
      setTrouble(failed(error))
      // A generator that has thrown is over
      pages.current = pos.shifts.zReports.pages({ limit: atATime })
      setZs([])
      setHasMore(true)
    }
  }, [failed])
  useEffect(() => void more(), [more])
  return { zs, hasMore, trouble, more }
}
