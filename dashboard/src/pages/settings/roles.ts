import type { Role } from '../../api/types.ts'

export const ROLES: readonly Role[] = ['owner', 'admin', 'member', 'viewer']

export const ROLE_LABELS: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
}

/** What a role may do, beyond the one below it (D45). */
export const ROLE_HINTS: Record<Role, string> = {
  owner: 'Everything, and makes or unmakes owners.',
  admin:
    'Also reviews commissions, refunds and pays out, and manages settings, API keys, webhooks, policies and members.',
  member: 'Also sees commissions, payouts and invoices, and manages partners and links.',
  viewer: 'Sees performance, events, partners and customers.',
}

/** The roles that somebody of this role may give: only an owner makes owners. */
export function rolesToGive(own: Role): readonly Role[] {
  return own === 'owner' ? ROLES : ROLES.filter((role) => role !== 'owner')
}
