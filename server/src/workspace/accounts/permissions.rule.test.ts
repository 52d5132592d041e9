import { describe, expect, it } from 'vitest'
import { MEMBER_ROLES, type MemberRole } from '../../core/enums.ts'
import {
  getPermissions,
  isPermission,
  isWorkspacePermission,
  mayManageRole,
  mayReplaceInvitation,
  PERMISSIONS,
  type Permission,
  roleAllows,
} from './permissions.rule.ts'

const HOLDERS: Record<Permission, MemberRole[]> = {
  'tracking:read': ['owner', 'admin', 'member', 'viewer'],
  'tracking:list': ['owner', 'admin', 'member', 'viewer'],
  'billing:read': ['owner', 'admin', 'member'],
  'partner:manage': ['owner', 'admin', 'member'],
  'program:create': ['owner', 'admin'],
  'program:update': ['owner', 'admin'],
  'api_key:manage': ['owner', 'admin'],
  'commission:manage': ['owner', 'admin'],
  'payout:manage': ['owner', 'admin'],
  'claim:manage': ['owner', 'admin'],
  'member:manage': ['owner', 'admin'],
  'audit:read': ['owner', 'admin'],
  'data_subject:export': ['owner', 'admin'],
  'data_subject:erase': ['owner', 'admin'],
  'timeline:share': ['owner', 'admin', 'member'],
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

describe('limited permissions', () => {
  it.each<[string, readonly Permission[], MemberRole[]]>([
    ['nothing', [], []],
    ["a viewer's permissions", ['tracking:read', 'tracking:list'], ['viewer']],
    ["half of a viewer's permissions", ['tracking:read'], []],
    ["a member's permissions", [...getPermissions('member')], ['member', 'viewer']],
    ['all permissions but one', PERMISSIONS.filter((one) => one !== 'audit:read'), ['member', 'viewer']],
    ['everything', PERMISSIONS, ['admin', 'member', 'viewer']],
  ])(
    '(%s) allow managing members with no more permissions, and never an owner',
    (_label, permissions, roles) => {
      expect(MEMBER_ROLES.filter((role) => mayManageRole(new Set(permissions), role))).toEqual(roles)
      const replaceableRoles = MEMBER_ROLES.filter((role) =>
        mayReplaceInvitation(new Set(permissions), { role }),
      )
      expect(replaceableRoles).toEqual(roles)
      expect(mayReplaceInvitation(new Set(permissions), { role: null })).toBe(false)
    },
  )

  it("apply to keys only: a user's role decides", () => {
    for (const role of MEMBER_ROLES) expect(mayReplaceInvitation(undefined, { role })).toBe(true)
  })

  it('include three for the whole workspace, and no unknown names', () => {
    expect(PERMISSIONS.filter(isWorkspacePermission)).toEqual([
      'program:create',
      'member:manage',
      'audit:read',
    ])
    expect(['tracking:read', 'tracking', ''].map(isPermission)).toEqual([true, false, false])
  })
})
