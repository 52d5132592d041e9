import type { Queries } from '../../core/database/database.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { partnerLinkUrl } from '../../workspace/programs/site-url.rule.ts'
import { listLinksOfPartners } from './links.sql.ts'

/** Returns the URL of each partner's first active link; none if the program has no page. */
export async function findPartnerLinks(
  queries: Queries,
  { id, site_url }: Pick<ProgramRow, 'id' | 'site_url'>,
  partnerIds: number[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  if (site_url === null) return found
  for (const { partner_id, code, status } of await listLinksOfPartners(queries, id, partnerIds)) {
    const url = partnerLinkUrl(site_url, code)
    if (status === 'active' && url !== null && !found.has(partner_id)) found.set(partner_id, url)
  }
  return found
}
