import type { Role } from '../../api/types.ts'
import { labelOf } from '../../format/words.ts'

/** Each role, highest first, and what it may do beyond the one after it (D45). */
export const ROLES: Record<Role, { label: string; hint: string }> = {
  owner: { label: 'Owner', hint: 'Everything, and makes or unmakes owners.' },
  admin: {
    label: 'Admin',
    hint: 'All that members do. Also reviews commissions, refunds and pays out, and manages settings, API keys, webhooks, policies and members.',
  },
  member: {
    label: 'Member',
    hint: 'All that viewers do. Also sees commissions, payouts and invoices, and manages partners and links.',
  },
  viewer: { label: 'Viewer', hint: 'Sees performance, events, partners and customers.' },
}

/** The roles that somebody of this role may give: only an owner makes owners. */
export function rolesToGive(own: Role): readonly Role[] {
  return labelOf(ROLES).filter((role) => own === 'owner' || role !== 'owner')
}
