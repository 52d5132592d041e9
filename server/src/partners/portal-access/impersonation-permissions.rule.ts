import { MEMBER_ROLES, type MemberRole } from '../../core/enums.ts'
import { type Permission, roleAllows } from '../../workspace/accounts/permissions.rule.ts'

/** What a visit shows beside the partner: what he earned, is owed and was paid. */
export const SHOWN_BY_VISITS: readonly Permission[] = ['billing:read']

/** All that it takes to open a visit, and for it to go on. */
export const TO_VISIT: readonly Permission[] = ['partner:manage', ...SHOWN_BY_VISITS]

export const ROLES_THAT_VISIT: readonly MemberRole[] = MEMBER_ROLES.filter((role) =>
  TO_VISIT.every((permission) => roleAllows(role, permission)),
)
