import type { Queries } from '../../core/database/database.ts'
import { type TransactionContext, withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import { enrollmentLimits } from './limits.ts'
import { generateLinkCode, LINK_CODE_RANDOM_BYTES, suggestLinkCode } from './link-code.rule.ts'
import { countLinks, findTakenCodes, insertLink, type LinkRow } from './links.sql.ts'
import { lockProgramEnrollment } from './partners.sql.ts'

export type CreatedLink =
  | { kind: 'created'; link: LinkRow }
  | { kind: 'no_partner' | 'code_taken' | 'too_many_links' }

/** A partner's link, with a chosen code, one that is made from a name, or a random one. */
interface NewLink {
  partnerId: number
  code?: string | undefined
  /** The name from which the code is generated if none is chosen. A random code is used if that code is taken. */
  name?: string | undefined
  /** Maximum number of links including this one. Defaults to the general limit. */
  maxLinks?: number | undefined
}

/** Adds a link for a partner. Codes are unique across the installation. */
export async function createLink(deps: Deps, programId: number, input: NewLink): Promise<CreatedLink> {
  const { partnerId, maxLinks = enrollmentLimits.linksPerPartner } = input
  try {
    return await withTransaction(deps, async (transaction) => {
      const at = deps.clock.now()
      const status = await lockProgramEnrollment(transaction, programId, partnerId)
      // The partner may have closed their account in the meantime.
      if (status === undefined || status === 'closed') return { kind: 'no_partner' }
      if ((await countLinks(transaction, programId, partnerId)) >= maxLinks) {
        return { kind: 'too_many_links' }
      }
      const link = await reserveLink({ deps, transaction, programId, at }, input)
      return { kind: 'created', link }
    })
  } catch (error) {
    if (error instanceof CodeTakenError) return { kind: 'code_taken' }
    throw error
  }
}

/**
 * Creates a link in the caller's transaction, which must roll back if this throws.
 * @throws {CodeTakenError} if the requested code is taken
 * @throws {WriteConflictError} if a generated code was taken in the meantime; retrying generates another one
 */
export async function reserveLink(
  { deps, transaction, programId, at }: TransactionContext,
  { partnerId, code, name }: NewLink,
): Promise<LinkRow> {
  const link = await insertLink(transaction, {
    program_id: programId,
    partner_id: partnerId,
    code:
      code ??
      (await findFreeCode(transaction, name)) ??
      generateLinkCode(deps.ids.bytes(LINK_CODE_RANDOM_BYTES)),
    created_at: at,
  })
  if (link !== undefined) return link
  throw code === undefined ? new WriteConflictError('a generated link code is taken') : new CodeTakenError()
}

/** Makes a code from a name. Undefined if none can be made or it is taken. */
async function findFreeCode(queries: Queries, name: string | undefined): Promise<string | undefined> {
  const code = name === undefined ? undefined : suggestLinkCode(name)
  if (code === undefined) return undefined
  return (await findTakenCodes(queries, [code])).size === 0 ? code : undefined
}

/** Thrown to roll the transaction back. */
export class CodeTakenError extends Error {}
