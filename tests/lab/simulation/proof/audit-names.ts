import type { CategoryRecord } from '../../../../shared/catalog/categories.ts'
import { uniqueGuard } from '../../../../shared/dynamodb/keys.ts'
import type { Role } from '../../../../shared/staff/roles.ts'
import type { User } from '../../../../shared/staff/users.ts'
import type { Findings, Records } from './records.ts'

type Named = { readonly name: string }

/** Each name is taken once, and each guard guards a record. */
export function auditNames(records: Records, findings: Findings): void {
  const skus = records
    .in<{ SKU: string | null }>('PRODUCT')
    .flatMap(({ SKU }) => (SKU === null ? [] : [SKU]))
  const named = (pk: string) => records.in<Named>(pk).map(({ name }) => name)
  const scopes: Record<string, readonly string[]> = {
    USER: named('USER'),
    ROLE: named('ROLE'),
    SKU: skus,
    'CATEGORY#dish': named('CATEGORY'),
    SPACE: named('SPACE'),
  }
  for (const [scope, names] of Object.entries(scopes)) {
    const guards = records.startingWith<{ pk: string }>(`UNIQUE#${scope}#`)
    findings.equal(
      `guards of ${scope}`,
      guards.map(({ pk }) => pk).sort(),
      names.map((name) => uniqueGuard(scope, name).pk).sort(),
    )
  }
}

/** Users, administrators and dishes are counted where others rely on it. */
export function auditCounts(records: Records, findings: Findings): void {
  const users = records.in<User>('USER')
  const roles = records.in<Role>('ROLE')
  for (const role of roles) {
    const having = users.filter(({ roleId }) => roleId === role.id).length
    findings.equal(`users of role ${role.name}`, role.users, having)
  }
  const adminRoles = roles.filter(({ isAdmin }) => isAdmin).map(({ id }) => id)
  const admins = users.filter(({ roleId }) => roleId && adminRoles.includes(roleId))
  const staff = records.one<{ users: number; admins: number }>('SHOP', 'STAFF')
  findings.equal('staff', [staff?.users, staff?.admins], [users.length, admins.length])
  const dishes = records.in<{ categoryId: string }>('DISH')
  for (const { id, name, uses } of records.in<CategoryRecord>('CATEGORY')) {
    const using = dishes.filter(({ categoryId }) => categoryId === id).length
    findings.equal(`uses of category ${name}`, uses, using)
  }
}
