import { limits } from '../../core/config/limits.ts'
import type { Deps } from '../../core/deps.ts'
import { hashEmail } from '../../core/privacy/email-hash.rule.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import type { FindSearchResults, SearchResults } from '../../core/search-results.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { findMatches, type MatchRow } from './find-matches.sql.ts'
import { readTypedSearch } from './read-search.rule.ts'

/**
 * Returns a function that finds exact matches for a search text or, if there are none, prefix matches, in one statement
 * with an index per lookup. Erased orders are found only by their full ID, through its pseudonym (docs/privacy.md);
 * erased customers are never found.
 */
export function createSearch({ database, config }: Pick<Deps, 'database' | 'config'>): FindSearchResults {
  return async (program, { text, isTest }) => {
    if (text === undefined) return undefined
    const typed = readTypedSearch(text, program.id)
    const rows = await findMatches(database.run, {
      programId: program.id,
      workspaceId: program.workspace_id,
      isTest,
      text,
      partnerEmail: canonicalEmail(text) ?? text,
      erasedText: idPseudonymizer(program.id, config.appSecret)(text),
      emailHash: typed.email === undefined ? undefined : hashEmail(typed.email, config.appSecret),
      clickUuid: typed.click?.uuid,
      // One extra row shows whether there are more.
      most: limits.searchMatches + 1,
      maxPartners: limits.searchPartners + 1,
    })
    return toSearchResults(
      rows,
      typed.click && { click_uuid: typed.click.uuid, received_at: typed.click.receivedAt },
    )
  }
}

function toSearchResults(
  all: readonly MatchRow[],
  click: SearchResults['clicks'][number] | undefined,
): SearchResults {
  // If the text is a complete value, it can only mean that value.
  const isNamed = click !== undefined || all.some(({ is_exact }) => is_exact)
  const rows = isNamed ? all.filter(({ is_exact }) => is_exact) : all
  const listIds = (kind: MatchRow['kind']) => [
    ...new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id)),
  ]
  const most = { sale: limits.searchMatches, customer: limits.searchMatches, partner: limits.searchPartners }
  const idsByKind = { sale: listIds('sale'), customer: listIds('customer'), partner: listIds('partner') }
  const [saleIds, customerIds] = [
    idsByKind.sale.slice(0, most.sale),
    new Set(idsByKind.customer.slice(0, most.customer)),
  ]
  const sales = new Set(saleIds)
  // One click may have brought several customers.
  const clicks = new Map(click === undefined ? [] : [[click.click_uuid, click]])
  for (const { kind, id, click_uuid, clicked_at } of rows) {
    const isShown = kind === 'customer' && customerIds.has(id)
    if (isShown && click_uuid !== null && clicked_at !== null) {
      clicks.set(click_uuid, { click_uuid, received_at: clicked_at })
    }
  }
  return {
    saleIds,
    saleCustomerIds: [
      ...new Set(
        rows.flatMap(({ kind, id, customer_id }) =>
          kind === 'sale' && sales.has(id) && customer_id !== null ? [customer_id] : [],
        ),
      ),
    ],
    customerIds: [...customerIds],
    clicks: [...clicks.values()],
    partnerIds: idsByKind.partner.slice(0, most.partner),
    isCut: (['sale', 'customer', 'partner'] as const).some((kind) => idsByKind[kind].length > most[kind]),
  }
}
