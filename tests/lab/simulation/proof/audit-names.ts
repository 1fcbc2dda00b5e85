import type { CategoryRecord } from '../../../../shared/catalog/categories.ts'
import type { Role } from '../../../../shared/people/staff/roles.ts'
import type { User } from '../../../../shared/people/staff/users.ts'
import type { Findings, Records } from './records.ts'

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
