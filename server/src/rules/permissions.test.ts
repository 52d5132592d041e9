import { describe, expect, it } from 'vitest'
import { type Permission, ROLES, type Role, roleAllows } from './permissions.ts'

const HOLDERS: Record<Permission, Role[]> = {
  'tracking:read': ['owner', 'admin', 'member', 'viewer'],
  'tracking:list': ['owner', 'admin', 'member', 'viewer'],
  'billing:read': ['owner', 'admin', 'member'],
  'partner:manage': ['owner', 'admin', 'member'],
  'program:create': ['owner', 'admin'],
  'program:update': ['owner', 'admin'],
  'api_key:manage': ['owner', 'admin'],
  'commission:manage': ['owner', 'admin'],
  'member:manage': ['owner', 'admin'],
}

describe('roles and permissions (D45)', () => {
  const cases = Object.entries(HOLDERS).flatMap(([permission, holders]) =>
    // safe because the keys of HOLDERS are permissions
    ROLES.map((role) => ({ permission: permission as Permission, role, allowed: holders.includes(role) })),
  )
  it.each(cases)('$role holding $permission: $allowed', ({ permission, role, allowed }) => {
    expect(roleAllows(role, permission)).toBe(allowed)
  })
})
