import { useTill } from './till.tsx'

/** True while no shift is open, as far as this user may know. */
export function useNoShift(): boolean {
  const { may, isShiftOpen } = useTill()
  return may('shifts_read') && isShiftOpen === false
}
