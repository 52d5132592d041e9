import { MEMBER_ROLES, type MemberRole } from '../../core/enums.ts'

/**
 * Who may do what in a workspace (D45). A permission is `resource:action`; a role holds a fixed set of them,
 * and a suspended member holds none.
 *
 * | permission | what it allows | owner | admin | member | viewer |
 * |---|---|---|---|---|---|
 * | `tracking:read` | program settings, performance, status, commission policies | yes | yes | yes | yes |
 * | `tracking:list` | events, partners, links, customers, sales, a single commission | yes | yes | yes | yes |
 * | `billing:read` | commissions and their history, balances, payouts, invoices, unattributed payments, explanations | yes | yes | yes | |
 * | `timeline:share` | share links, which show one timeline for a day without signing in | yes | yes | yes | |
 * | `partner:manage` | add, approve and reject partners; create and deactivate links; notes, tags and mails of partners; their portal, with `billing:read` | yes | yes | yes | |
 * | `program:create`, `program:update` | create programs and change their settings, the processor account and webhooks | yes | yes | | |
 * | `api_key:manage` | list, create, retire and delete API keys and management keys | yes | yes | | |
 * | `commission:manage` | change commission policies; refund sales; review commissions; issue invoices; pause payouts; attribute payments | yes | yes | | |
 * | `payout:manage` | create, pay and cancel payouts; payment files and payout settings; unmasked payout details | yes | yes | | |
 * | `claim:manage` | approve and reject claims; approving one creates a commission | yes | yes | | |
 * | `member:manage` | list, add, suspend and remove members; change their roles; require two-factor sign-in; list and resend mails | yes | yes | | |
 * | `audit:read` | the audit log | yes | yes | | |
 * | `data_subject:export`, `data_subject:erase` | export or permanently erase one customer's data | yes | yes | | |
 *
 * An admin holds every permission of an owner; only owners can grant or remove the owner role (see `membership-change`).
 */
export const PERMISSIONS = [
  'tracking:read',
  'tracking:list',
  'billing:read',
  'timeline:share',
  'partner:manage',
  'program:create',
  'program:update',
  'api_key:manage',
  'commission:manage',
  'payout:manage',
  'claim:manage',
  'member:manage',
  'audit:read',
  'data_subject:export',
  'data_subject:erase',
] as const
export type Permission = (typeof PERMISSIONS)[number]

const VIEWER: readonly Permission[] = ['tracking:read', 'tracking:list']
const MEMBER: readonly Permission[] = [...VIEWER, 'billing:read', 'timeline:share', 'partner:manage']
const ADMIN: readonly Permission[] = [
  ...MEMBER,
  'program:create',
  'program:update',
  'api_key:manage',
  'commission:manage',
  'payout:manage',
  'claim:manage',
  'member:manage',
  'audit:read',
  'data_subject:export',
  'data_subject:erase',
]

const PERMISSIONS_OF: Record<MemberRole, ReadonlySet<Permission>> = {
  owner: new Set(ADMIN),
  admin: new Set(ADMIN),
  member: new Set(MEMBER),
  viewer: new Set(VIEWER),
}

export function getPermissions(role: MemberRole): ReadonlySet<Permission> {
  return PERMISSIONS_OF[role]
}

export function roleAllows(role: MemberRole, permission: Permission): boolean {
  return PERMISSIONS_OF[role].has(permission)
}

export function isPermission(text: string): text is Permission {
  return PERMISSIONS.some((permission) => permission === text)
}

/** Permissions that apply to the whole workspace. Keys limited to a program can't have them. */
const WORKSPACE_PERMISSIONS: ReadonlySet<Permission> = new Set([
  'program:create',
  'member:manage',
  'audit:read',
])

export function isWorkspacePermission(permission: Permission): boolean {
  return WORKSPACE_PERMISSIONS.has(permission)
}

/**
 * Returns whether the holder of only these permissions may add, change or remove a member with this role. A management
 * key can't manage members with more permissions than its own; only owners manage owners.
 */
export function mayManageRole(permissions: ReadonlySet<Permission>, role: MemberRole): boolean {
  return role !== 'owner' && [...PERMISSIONS_OF[role]].every((permission) => permissions.has(permission))
}

/**
 * Returns whether a key with these permissions may replace or cancel an invitation. Undefined permissions mean a user,
 * whose role is checked elsewhere.
 */
export function mayReplaceInvitation(
  permissions: ReadonlySet<Permission> | undefined,
  { role }: { role: string | null },
): boolean {
  if (permissions === undefined) return true
  const invitedAs = MEMBER_ROLES.find((one) => one === role)
  return invitedAs !== undefined && mayManageRole(permissions, invitedAs)
}
