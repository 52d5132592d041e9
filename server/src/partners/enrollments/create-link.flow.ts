import { type TransactionContext, withTransaction } from '../../core/database/transaction.ts'
import { WriteConflict } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import { enrollmentLimits } from './limits.ts'
import { LINK_CODE_RANDOM_BYTES, makeLinkCode } from './link-code.rule.ts'
import { countLinks, insertLink, type LinkRow } from './links.sql.ts'
import { lockPartnerProgram } from './partners.sql.ts'

export type CreatedLink =
  | { kind: 'created'; link: LinkRow }
  | { kind: 'no_partner' | 'code_taken' | 'too_many_links' }

/** The link of a partner, under a code of its own choice or a random one. */
interface NewLink {
  partnerId: number
  code?: string | undefined
  /** How many links there may be with it; as many as a partner has at all where it is left out. */
  most?: number | undefined
}

/** Gives a partner of the program another link. Its code is unique in the whole installation. */
export async function createLink(deps: Deps, programId: number, input: NewLink): Promise<CreatedLink> {
  const { partnerId, most = enrollmentLimits.linksPerPartner } = input
  try {
    return await withTransaction(deps, async (transaction) => {
      const at = deps.clock.now()
      const status = await lockPartnerProgram(transaction, programId, partnerId)
      // Who closed his account meanwhile has links no more.
      if (status === undefined || status === 'closed') return { kind: 'no_partner' }
      if ((await countLinks(transaction, programId, partnerId)) >= most) {
        return { kind: 'too_many_links' }
      }
      const link = await bookLink({ deps, transaction, programId, at }, input)
      return { kind: 'created', link }
    })
  } catch (error) {
    if (error instanceof CodeTaken) return { kind: 'code_taken' }
    throw error
  }
}

/**
 * Makes a link in the caller's transaction, which must not be committed when this throws.
 * @throws {CodeTaken} the code that was asked for is taken
 * @throws {WriteConflict} a random one is taken by chance: another try gets another one
 */
export async function bookLink(
  { deps, transaction, programId, at }: TransactionContext,
  { partnerId, code }: NewLink,
): Promise<LinkRow> {
  const link = await insertLink(transaction, {
    program_id: programId,
    partner_id: partnerId,
    code: code ?? makeLinkCode(deps.ids.bytes(LINK_CODE_RANDOM_BYTES)),
    created_at: at,
  })
  if (link !== undefined) return link
  throw code === undefined ? new WriteConflict('a random link code is taken') : new CodeTaken()
}

/** Ends the transaction without its writes. */
export class CodeTaken extends Error {}
