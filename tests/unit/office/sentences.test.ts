import { expect, test } from 'vitest'
import {
  inGroup,
  permissionGroups,
} from '../../../pages/office/controls/permissions/permission-groups.ts'
import { en as permissionsEn } from '../../../pages/office/controls/permissions/texts/en.ts'
import { es as permissionsEs } from '../../../pages/office/controls/permissions/texts/es.ts'
import { presets } from '../../../pages/office/sections/people/presets.ts'
import { en } from '../../../pages/office/sections/people/texts/en.ts'
import { es } from '../../../pages/office/sections/people/texts/es.ts'
import { AuditKind } from '../../../shared/people/audit/audit-entry.ts'
import { permissions } from '../../../shared/people/staff/permissions.ts'

const names = permissions.map(({ name }) => name)

test.each([permissionsEn, permissionsEs])(
  'every permission is said in a sentence of its own: %#',
  (texts) => {
    expect(Object.keys(texts.permissions).sort()).toEqual(names)
    const sentences = Object.values(texts.permissions)
    expect(sentences.filter((sentence) => !/^\p{Lu}.+\.$/u.test(sentence))).toEqual([])
    expect(new Set(sentences).size).toBe(names.length)
  },
)

test('the form of a role shows every permission once', () => {
  const shown = permissionGroups.flatMap((group) => inGroup(group, names))
  expect(shown.sort()).toEqual(names)
})

test('what a role begins with are permissions, and a manager may what a cashier may', () => {
  const known: readonly string[] = names
  const begun = Object.values(presets).flat()
  expect(begun.filter((name) => !known.includes(name))).toEqual([])
  expect(presets.manager).toEqual(expect.arrayContaining([...presets.cashier]))
})

test.each([en, es])('every kind of the audit trail has words: %#', (texts) => {
  expect(Object.keys(texts.kinds).sort()).toEqual([...AuditKind.options].sort())
})
