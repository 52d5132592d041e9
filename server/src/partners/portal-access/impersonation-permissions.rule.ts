import { MEMBER_ROLES, type MemberRole } from '../../core/enums.ts'
import { type Permission, roleAllows } from '../../workspace/accounts/permissions.rule.ts'

/** Required because the portal shows earnings and payouts. */
export const SHOWN_BY_VISITS: readonly Permission[] = ['billing:read']

/** Permissions required to start a delegated session and to keep it. */
export const TO_VISIT: readonly Permission[] = ['partner:manage', ...SHOWN_BY_VISITS]

export const ROLES_THAT_VISIT: readonly MemberRole[] = MEMBER_ROLES.filter((role) =>
  TO_VISIT.every((permission) => roleAllows(role, permission)),
)
