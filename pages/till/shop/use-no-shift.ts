import { useCallback, useEffect, useState } from 'preact/hooks'
import { pos } from '../../parts/pos.ts'
import { useTill, useWhileSeen } from './till.tsx'

/** Another till may open the shift, or close it. In ms. */
const betweenReadsMs = 60_000

/** Whether no shift is open, as far as this user may know. */
export function useNoShift(): boolean {
  const { may, failed } = useTill()
  const [isMissing, setMissing] = useState(false)
  const mayKnow = may('shifts_read')
  const read = useCallback(async () => {
    if (!mayKnow) return
    try {
      setMissing(!(await pos.shifts.open()))
    } catch (error) {
      failed(error)
    }
  }, [mayKnow, failed])
  useEffect(() => void read(), [read])
  useWhileSeen(betweenReadsMs, read)
  return isMissing
}
