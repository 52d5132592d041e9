import type { MemberRole, MemberStatus } from '../../core/enums.ts'
import { mayManageRole, type Permission } from './permissions.rule.ts'

/** A new role, a new status, or a removal. */
export type MembershipChange =
  | { kind: 'update'; role?: MemberRole; status?: MemberStatus }
  | { kind: 'remove' }

export interface Membership {
  id: string
  role: MemberRole
  status: MemberStatus
}

/** The actor who changes a membership: a member, or a management key that they created, limited to `keyPermissions`. */
export interface Manager extends Membership {
  keyPermissions: ReadonlySet<Permission> | undefined
}

export type MembershipRejection = 'not_permitted' | 'owner_only' | 'last_owner' | 'beyond_key'

/**
 * Decides whether an active member may change a membership (D45): owners and admins manage members, anyone may leave,
 * only owners add or remove owners, and the last active owner stays. A management key can't leave, and manages only
 * members with no more permissions than its own.
 * @returns the reason for the rejection, or undefined
 */
export function membershipChangeRejection(
  members: readonly Membership[],
  actor: Manager,
  target: Membership,
  change: MembershipChange,
): MembershipRejection | undefined {
  const isLeaving = change.kind === 'remove' && actor.id === target.id && actor.keyPermissions === undefined
  const isManager = actor.role === 'owner' || actor.role === 'admin'
  if (actor.status !== 'active' || !(isManager || isLeaving)) return 'not_permitted'
  const makesOwner = change.kind === 'update' && change.role === 'owner'
  if ((target.role === 'owner' || makesOwner) && actor.role !== 'owner') return 'owner_only'
  const newRole = change.kind === 'update' ? (change.role ?? target.role) : target.role
  const { keyPermissions } = actor
  if (
    keyPermissions !== undefined &&
    ![target.role, newRole].every((role) => mayManageRole(keyPermissions, role))
  ) {
    return 'beyond_key'
  }
  const newMembers = applyMembershipChange(members, target, change)
  const hasOwner = newMembers.some((member) => member.role === 'owner' && member.status === 'active')
  return hasOwner ? undefined : 'last_owner'
}

/** Returns the workspace's memberships after the change. */
export function applyMembershipChange(
  members: readonly Membership[],
  target: Membership,
  change: MembershipChange,
): Membership[] {
  if (change.kind === 'remove') return members.filter((member) => member.id !== target.id)
  const { role = target.role, status = target.status } = change
  return members.map((member) => (member.id === target.id ? { ...member, role, status } : member))
}
