import type { Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'

export interface SearchLookup {
  programId: number
  workspaceId: string
  isTest: boolean
  text: string
  /** The text as a normalized partner email. */
  partnerEmail: string
  /** The pseudonym that the text would have if it were an erased transaction ID. */
  erasedText: string
  emailHash: Buffer | undefined
  clickUuid: string | undefined
  /** Maximum number of matches per kind and field. */
  most: number
  maxPartners: number
}

export interface MatchRow {
  kind: 'sale' | 'customer' | 'partner'
  id: number
  /** Whether the text is the whole value, and not only its beginning. */
  is_exact: boolean
  /** Set for a sale. */
  customer_id: number | null
  /** Set for a customer. */
  click_uuid: string | null
  clicked_at: Date | null
}

/** Returns the sales, customers and partners that match a text, exact matches first. */
export function findMatches(run: Run, lookup: SearchLookup) {
  const {
    programId,
    workspaceId,
    isTest,
    text,
    partnerEmail,
    erasedText,
    emailHash,
    clickUuid,
    most,
    maxPartners,
  } = lookup
  return run<MatchRow>(
    FIND_MATCHES({
      program_id: programId,
      workspace_id: workspaceId,
      is_test: isTest,
      text,
      email: partnerEmail,
      erased_text: erasedText,
      email_hash: emailHash ?? NO_HASH,
      click_uuid: clickUuid ?? NO_CLICK,
      most,
      most_partners: maxPartners,
    }),
  )
}

/** The value for kinds that don't use it. */
const NO_HASH = Buffer.alloc(0)
const NO_CLICK = '00000000-0000-0000-0000-000000000000'

/**
 * SQL condition for a prefix, by a text_pattern_ops index, which compares bytes regardless of the collation: between
 * the text and the text plus the last code point. Unlike `like`, it has no wildcards.
 */
const startsWithCondition = (column: string, parameter: string) =>
  `${column} ~>=~ ${parameter} and ${column} ~<~ (${parameter} || chr(1114111))`

// Ranges and orders match the intended index. Without statistics, all indexes look equally cheap, and with an equality
// condition the order would have no effect.
const FIND_MATCHES = statement(
  'find-matches',
  {
    program_id: 'bigint',
    workspace_id: 'text',
    is_test: 'boolean',
    text: 'text',
    email: 'text',
    erased_text: 'text',
    email_hash: 'bytea',
    click_uuid: 'uuid',
    most: 'integer',
    most_partners: 'integer',
  },
  `
    (select 'sale' as kind, s.id, s.transaction_id = :text as is_exact, s.customer_id, null::uuid as click_uuid,
        null::timestamptz as clicked_at
      from sale_events s
      where s.program_id = :program_id and s.is_test = :is_test and ${startsWithCondition('s.transaction_id', ':text')}
      order by s.transaction_id using ~<~ limit :most)
    union all
    (select 'sale', s.id, true, s.customer_id, null, null
      from sale_events s
      where s.program_id = :program_id and s.is_test = :is_test
        and s.transaction_id ~>=~ :erased_text and s.transaction_id ~<=~ :erased_text
      order by s.transaction_id using ~<~ limit 1)
    union all
    (select 'customer', u.id, u.customer_key = :text, null, u.click_uuid, u.clicked_at
      from customers u
      where u.program_id = :program_id and ${startsWithCondition('u.customer_key', ':text')}
      order by u.customer_key using ~<~ limit :most)
    union all
    (select 'customer', u.id, true, null, u.click_uuid, u.clicked_at
      from customers u
      where u.program_id = :program_id and u.email_hash between :email_hash and :email_hash
      order by u.email_hash desc, u.created_at desc, u.id desc limit :most)
    union all
    (select 'customer', u.id, true, null, u.click_uuid, u.clicked_at
      from customers u
      where u.program_id = :program_id and u.click_uuid between :click_uuid and :click_uuid
      order by u.click_uuid desc, u.created_at desc, u.id desc limit :most)
    union all
    (select 'partner', pp.partner_id, lower(p.name) = lower(:text), null, null, null
      from partners p
      join program_enrollments pp on pp.program_id = :program_id and pp.partner_id = p.id
      where p.workspace_id = :workspace_id and ${startsWithCondition('lower(p.name)', 'lower(:text)')}
      order by lower(p.name) using ~<~ limit :most_partners)
    union all
    (select 'partner', pp.partner_id, p.email = lower(:email), null, null, null
      from partners p
      join program_enrollments pp on pp.program_id = :program_id and pp.partner_id = p.id
      where p.workspace_id = :workspace_id and ${startsWithCondition('p.email', 'lower(:email)')}
      order by p.email using ~<~ limit :most_partners)
    union all
    (select 'partner', l.partner_id, l.code = :text, null, null, null
      from links l
      where l.program_id = :program_id and ${startsWithCondition('l.code', ':text')}
      order by l.code using ~<~ limit :most_partners)`,
)
