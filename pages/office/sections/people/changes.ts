import { useCallback } from 'preact/hooks'
import type { AuditEntry } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { usePermissionTexts } from '../../controls/permissions/use-texts.ts'
import { usePeopleTexts } from './use-texts.ts'

/** Ids say nothing to people. */
export const isId = (text: unknown): boolean =>
  typeof text === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text)

/** A hook: says in a line what an entry of the audit trail changed, from what to what. */
export function useChanges(): (entry: AuditEntry) => string {
  const texts = usePeopleTexts()
  const { permissions } = usePermissionTexts()
  const { money, number, moment } = useFormats()
  return useCallback(
    ({ before, after }: AuditEntry) => {
      const say = (name: string, value: unknown): string => {
        if (value === null || value === undefined || value === '') return texts.nothing
        if (typeof value === 'boolean') return value ? texts.yes : texts.no
        if (typeof value === 'number') {
          return name.endsWith('Cents') ? money(value) : number(value)
        }
        if (typeof value === 'string') {
          // Shifts keep their moments in Unix ms
          if (/^\d{13}$/.test(value)) return moment(Number(value))
          return (permissions as Readonly<Record<string, string>>)[value] ?? value
        }
        if (Array.isArray(value)) {
          // Ids say nothing to people, but how many there are does
          if (value.some(isId)) {
            return number(value.length)
          }
          return value.map((each) => say(name, each)).join(', ')
        }
        return Object.entries(value)
          .filter(([, each]) => !isId(each))
          .map(([each, inner]) =>
            `${texts.fields[each] ?? ''} ${say(each, inner)}`.trim(),
          )
          .join(', ')
      }
      const names = [
        ...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]),
      ]
      return names
        .flatMap((name) => {
          const [from, to] = [before?.[name], after?.[name]]
          if ([from, to].some(isId)) return []
          // An unchanged value is no change
          if (before && after && JSON.stringify(from) === JSON.stringify(to)) return []
          // A field without a label shows its value alone
          const label = texts.fields[name] ? `${texts.fields[name]}: ` : ''
          if (Array.isArray(from) && Array.isArray(to) && ![...from, ...to].some(isId)) {
            const given = to.filter((each) => !from.includes(each))
            const taken = from.filter((each) => !to.includes(each))
            return `${label}${[
              ...given.map((each) => `+ ${say(name, each)}`),
              ...taken.map((each) => `− ${say(name, each)}`),
            ].join(' ')}`
          }
          return before === null || from === undefined
            ? `${label}${say(name, to)}`
            : `${label}${say(name, from)} → ${say(name, to)}`
        })
        .join('; ')
    },
    [texts, permissions, money, number, moment],
  )
}
