import type { Role } from '../../api/types.ts'
import { labelOf } from '../../format/words.ts'
import { t } from '../../messages/team-text.ts'

/** Each role, highest first, and what it may do beyond the one after it (D45). */
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

/** The roles that somebody of this role may give: only an owner makes owners. */
export function rolesToGive(own: Role): readonly Role[] {
  return labelOf(ROLES).filter((role) => own === 'owner' || role !== 'owner')
}
