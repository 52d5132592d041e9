import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import {
  countGroups,
  endGroup,
  type GroupRow,
  insertGroup,
  isGroupNameTaken,
  renameGroup,
  shareLockGroup,
} from '../../workspace/programs/groups.sql.ts'
import { supersedeGroupPolicies } from '../../workspace/programs/policies.sql.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import { moveToGroup, removeGroupMembers } from './group-members.sql.ts'
import { enrollmentLimits } from './limits.ts'
import { findPartner, type PartnerRow } from './partners.sql.ts'

/** Creates a group. Locks the program to enforce the limit. */
export function createGroup(
  deps: Deps,
  programId: number,
  name: string,
): Promise<GroupRow | 'name_taken' | 'too_many_groups'> {
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, programId)
    if ((await countGroups(transaction, programId)) >= enrollmentLimits.groupsPerProgram)
      return 'too_many_groups'
    const at = deps.clock.now()
    const group = await insertGroup(transaction, { program_id: programId, name, created_at: at })
    return group ?? 'name_taken'
  })
}

export function changeGroupName(
  deps: Deps,
  programId: number,
  groupId: number,
  name: string,
): Promise<GroupRow | 'name_taken' | 'no_group'> {
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, programId)
    if (await isGroupNameTaken(transaction, programId, { name, by: groupId })) return 'name_taken'
    return (await renameGroup(transaction, programId, groupId, name)) ?? 'no_group'
  })
}

/**
 * Ends a group and its policies. Its partners have no group afterwards. Existing commissions don't change.
 * @returns undefined if the program has no such group
 */
export function closeGroup(deps: Deps, programId: number, groupId: number): Promise<GroupRow | undefined> {
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, programId)
    const at = deps.clock.now()
    const group = await endGroup(transaction, programId, groupId, at)
    if (group === undefined) return undefined
    await supersedeGroupPolicies(transaction, programId, groupId, at)
    await removeGroupMembers(transaction, programId, groupId, at)
    return group
  })
}

/** Sets a partner's group, or clears it with null. Applies to sales decided from now on. */
export function setPartnerGroup(
  deps: Deps,
  programId: number,
  partnerId: number,
  groupId: number | null,
): Promise<PartnerRow | 'no_group' | 'no_partner'> {
  return withTransaction(deps, async (transaction) => {
    const at = deps.clock.now()
    if (groupId !== null && (await shareLockGroup(transaction, programId, groupId)) === undefined)
      return 'no_group'
    await moveToGroup(transaction, programId, partnerId, { groupId, at })
    return (await findPartner(transaction, programId, partnerId)) ?? 'no_partner'
  })
}
