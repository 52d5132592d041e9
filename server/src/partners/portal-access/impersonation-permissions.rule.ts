import { MEMBER_ROLES, type MemberRole } from '../../core/enums.ts'
import { type Permission, roleAllows } from '../../workspace/accounts/permissions.rule.ts'

/** Required because the portal shows earnings and payouts. */
export const IMPERSONATION_READ_PERMISSIONS: readonly Permission[] = ['billing:read']

/** Permissions required to start a delegated session and to keep it. */
export const IMPERSONATION_PERMISSIONS: readonly Permission[] = [
  'partner:manage',
  ...IMPERSONATION_READ_PERMISSIONS,
]

export const IMPERSONATION_ROLES: readonly MemberRole[] = MEMBER_ROLES.filter((role) =>
  IMPERSONATION_PERMISSIONS.every((permission) => roleAllows(role, permission)),
)
