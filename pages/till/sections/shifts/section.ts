import { useShiftsTexts } from '../../texts/use-texts.ts'
import type { Section } from '../section.ts'
import { Day } from './day.tsx'

/** The shift and its drawer: opened, counted, closed. */
export const day: Section = {
  id: 'day',
  useTitle: () => useShiftsTexts().title,
  icon: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M12 8v4l3 2',
  isFor: ({ may }) => may('shifts_read'),
  View: Day,
}
