import { describe, expect, it } from 'vitest'
import { MEMBER_ROLES, type MemberRole } from '../platform/words.ts'
import { type Permission, roleAllows } from './permissions.rule.ts'

const HOLDERS: Record<Permission, MemberRole[]> = {
  'tracking:read': ['owner', 'admin', 'member', 'viewer'],
  'tracking:list': ['owner', 'admin', 'member', 'viewer'],
  'billing:read': ['owner', 'admin', 'member'],
  'partner:manage': ['owner', 'admin', 'member'],
  'program:create': ['owner', 'admin'],
  'program:update': ['owner', 'admin'],
  'api_key:manage': ['owner', 'admin'],
  'commission:manage': ['owner', 'admin'],
  'member:manage': ['owner', 'admin'],
  'audit:read': ['owner', 'admin'],
}

describe('roles and permissions (D45)', () => {
  const cases = Object.entries(HOLDERS).flatMap(([permission, holders]) =>
    // safe because the keys of HOLDERS are permissions
    MEMBER_ROLES.map((role) => ({
      permission: permission as Permission,
      role,
      allowed: holders.includes(role),
    })),
  )
  it.each(cases)('$role holding $permission: $allowed', ({ permission, role, allowed }) => {
    expect(roleAllows(role, permission)).toBe(allowed)
  })
})
