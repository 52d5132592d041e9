import type { Queries } from '../../core/database/database.ts'
import type { EarnedTerms } from '../../notifications/mail/mail.ts'
import { readCommissionTerms } from '../../workspace/programs/commission-terms.flow.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { partnerLinkUrl } from '../../workspace/programs/site-url.rule.ts'
import { listPartnerGroups } from './group-members.sql.ts'
import { enrollmentLimits } from './limits.ts'
import { listPartnerLinks } from './links.sql.ts'

/** Content of the welcome email: the URL of the first active link, or null if the program has no site, and the commissions. */
export interface WelcomeData {
  link: string | null
  earns: EarnedTerms
}

/** Loads the facts for welcome emails to some partners, by partner ID. */
export async function readWelcomeData(
  queries: Queries,
  program: ProgramRow,
  partnerIds: number[],
): Promise<(partnerId: number) => WelcomeData> {
  const links = await findPartnerLinks(queries, program, partnerIds)
  const groups = await listPartnerGroups(queries, program.id, partnerIds)
  const terms = new Map<number | null, EarnedTerms>()
  for (const groupId of new Set([null, ...groups.values()])) {
    terms.set(groupId, await readEarnedTerms(queries, program, groupId))
  }
  const defaultTerms = terms.get(null) ?? { policies: [], perLead: null }
  return (partnerId) => ({
    link: links.get(partnerId) ?? null,
    earns: terms.get(groups.get(partnerId) ?? null) ?? defaultTerms,
  })
}

async function readEarnedTerms(
  queries: Queries,
  program: ProgramRow,
  groupId: number | null,
): Promise<EarnedTerms> {
  const { policies, perLead } = await readCommissionTerms(queries, program, groupId)
  return {
    policies: policies.slice(0, enrollmentLimits.welcomePolicies).map((policy) => ({
      product_id: policy.product_id,
      type: policy.type,
      rate_bps: policy.rate_bps,
      amount_cents: policy.amount_cents,
      currency: policy.currency,
      duration: policy.duration,
      duration_months: policy.duration_months,
      commission_base: policy.commission_base,
    })),
    perLead: perLead ?? null,
  }
}

async function findPartnerLinks(
  queries: Queries,
  { id, site_url }: Pick<ProgramRow, 'id' | 'site_url'>,
  partnerIds: number[],
): Promise<Map<number, string>> {
  const urls = new Map<number, string>()
  if (site_url === null) return urls
  for (const { partner_id, code, status } of await listPartnerLinks(queries, id, partnerIds)) {
    const url = partnerLinkUrl(site_url, code)
    if (status === 'active' && url !== null && !urls.has(partner_id)) urls.set(partner_id, url)
  }
  return urls
}
