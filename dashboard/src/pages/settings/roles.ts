import type { Role } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'

/** Roles, highest first, each with what it can do beyond the next one (D45). */
export const ROLES: Record<Role, { label: string; hint: string }> = {
  owner: { label: t('settings.roles.owner'), hint: t('settings.roles.owner.hint') },
  admin: {
    label: t('settings.roles.admin'),
    hint: t('settings.roles.admin.hint'),
  },
  member: {
    label: t('settings.roles.member'),
    hint: t('settings.roles.member.hint'),
  },
  viewer: { label: t('settings.roles.viewer'), hint: t('settings.roles.viewer.hint') },
}

/** Returns the roles that a role can assign. Only owners can create owners. */
export function assignableRoles(own: Role): readonly Role[] {
  return enumValues(ROLES).filter((role) => own === 'owner' || role !== 'owner')
}
