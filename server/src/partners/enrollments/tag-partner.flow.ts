import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import { enrollmentLimits } from './limits.ts'
import { countOtherPartnersTags, listOtherPartnersTags, replaceTags } from './partner-tags.sql.ts'
import { findPartner, lockProgramEnrollment, type PartnerRow } from './partners.sql.ts'

/** Replaces a partner's tags. Locks the program to enforce the limit. */
export function tagPartner(
  deps: Deps,
  programId: number,
  partnerId: number,
  tags: readonly string[],
): Promise<PartnerRow | 'no_partner' | 'too_many_tags'> {
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, programId)
    if (!(await lockProgramEnrollment(transaction, programId, partnerId))) return 'no_partner'
    const shared = await listOtherPartnersTags(transaction, programId, { partnerId, tags })
    const newTags = tags.length - shared.length
    if (newTags > 0) {
      const otherPartnersTags = await countOtherPartnersTags(transaction, programId, partnerId)
      if (otherPartnersTags + newTags > enrollmentLimits.tagsPerProgram) return 'too_many_tags'
    }
    await replaceTags(transaction, programId, partnerId, tags)
    return (await findPartner(transaction, programId, partnerId)) ?? 'no_partner'
  })
}
