import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import { LINK_CODE_RANDOM_BYTES, makeLinkCode } from '../rules/link-code.ts'
import { countLinks, insertLink, type LinkRow } from '../store/links.ts'
import { lockPartnerProgram } from '../store/partners.ts'

type Refusal = 'no_partner' | 'code_taken' | 'too_many_links'

export type CreatedLink = { kind: 'created'; link: LinkRow } | { kind: Refusal }

/** Gives a partner of the program another link. Its code is unique in the whole installation. */
export async function createLink(
  deps: Deps,
  programId: number,
  input: { partnerId: number; code?: string | undefined },
): Promise<CreatedLink> {
  for (let attempt = 0; attempt < limits.writeAttempts; attempt++) {
    const code = input.code ?? makeLinkCode(deps.ids.bytes(LINK_CODE_RANDOM_BYTES))
    const outcome = await createOnce(deps, programId, input.partnerId, code)
    if (outcome.kind === 'code_taken' && input.code === undefined) continue
    return outcome
  }
  throw new Error(`no free link code was found in ${limits.writeAttempts} attempts`)
}

async function createOnce(
  { database, clock }: Deps,
  programId: number,
  partnerId: number,
  code: string,
): Promise<CreatedLink> {
  try {
    return await database.kysely.transaction().execute(async (transaction) => {
      if (!(await lockPartnerProgram(transaction, programId, partnerId))) return { kind: 'no_partner' }
      if ((await countLinks(transaction, programId, partnerId)) >= limits.linksPerPartner) {
        return { kind: 'too_many_links' }
      }
      const row = { program_id: programId, partner_id: partnerId, code, created_at: clock.now() }
      const link = await insertLink(transaction, row)
      if (link === undefined) throw new CodeTaken()
      return { kind: 'created', link }
    })
  } catch (error) {
    if (error instanceof CodeTaken) return { kind: 'code_taken' }
    throw error
  }
}

/** Ends the transaction without its writes. */
class CodeTaken extends Error {}
