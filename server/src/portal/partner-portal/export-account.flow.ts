import { limits } from '../../core/config/limits.ts'
import type { PageKey } from '../../core/database/page.sql.ts'
import type { Deps } from '../../core/deps.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import { decryptDetails } from '../../earnings/payout-details/encrypted-details.rule.ts'
import {
  type EnrollmentRow,
  listProgramEnrollments,
} from '../../partners/portal-access/enrollments-of-account.sql.ts'
import type { PartnerSessionRow } from '../../partners/portal-access/partner-sessions.sql.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { listProgramsAppliedTo } from './close-account.sql.ts'
import { customerCode } from './customer-code.rule.ts'
import { earningState } from './earning-reason.rule.ts'
import {
  ACCOUNT_PARTS,
  type ExportedRow,
  listEncryptedVersions,
  PROGRAM_PARTS,
  readExportedAccount,
  readPart,
} from './export-account.sql.ts'
import { partnerPortalLimits } from './limits.ts'
import type { EarningRow } from './own-earning.ts'
import { listOwnEarnings } from './own-earnings.sql.ts'

type ExportDeps = Pick<Deps, 'database' | 'config' | 'clock'>

/**
 * Streams everything stored about a partner as a JSON object, with one part of one program in memory at a time. Each
 * kind has at most `limits.partnerExportRows` rows per program, newest first, and `isComplete`. Customers only appear
 * by their label.
 */
export async function* exportAccount(deps: ExportDeps, session: PartnerSessionRow): AsyncGenerator<string> {
  const { kysely } = deps.database
  const subject = {
    accountId: session.account_id,
    email: session.email,
    appliedProgramIds: await listProgramsAppliedTo(kysely, session.email),
  }
  const account = await readExportedAccount(kysely, session.account_id)
  const head = {
    exportedAt: deps.clock.now(),
    maxRowsPerKind: partnerPortalLimits.partnerExportRows,
    account,
  }
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, part] of Object.entries(ACCOUNT_PARTS)) {
    yield `,"${name}":`
    yield* list(
      (await readPart(kysely, part(subject), partnerPortalLimits.partnerExportRows + 1)).map(
        toResponseFields,
      ),
    )
  }
  yield ',"programs":['
  const programs = await listProgramEnrollments(kysely, session, partnerPortalLimits.closedPrograms)
  for (const [at, program] of programs.entries()) {
    if (at > 0) yield ','
    yield* exportProgram(atProgramTime(deps, program), program)
  }
  yield ']}\n'
}

async function* exportProgram(deps: ExportDeps, program: EnrollmentRow): AsyncGenerator<string> {
  const partner = { programId: program.id, partnerId: program.partner_id }
  const profile = {
    id: program.id,
    name: program.name,
    timeZone: program.time_zone,
    profile: {
      partnerId: program.partner_id,
      name: program.partner_name,
      status: program.partner_status,
      joinedAt: program.joined_at,
      payoutsAreHeld: program.payout_hold_reason !== null,
    },
  }
  yield JSON.stringify(profile).slice(0, -1)
  for (const [name, part] of Object.entries(PROGRAM_PARTS)) {
    yield `,"${name}":`
    yield* list(
      (await readPart(deps.database.kysely, part(partner), partnerPortalLimits.partnerExportRows + 1)).map(
        toResponseFields,
      ),
    )
  }
  yield ',"payoutDetails":'
  yield* list(await readDetails(deps, partner))
  yield ',"earnings":'
  yield* exportEarnings(deps, partner)
  yield '}'
}

/** Formats `{"isComplete":…,"rows":[…]}`. One extra row shows whether the list is complete. */
function* list(rows: readonly ExportedRow[]): Generator<string> {
  yield `{"isComplete":${rows.length <= partnerPortalLimits.partnerExportRows},"rows":[`
  for (const [at, row] of rows.slice(0, partnerPortalLimits.partnerExportRows).entries()) {
    yield `${at === 0 ? '' : ','}${JSON.stringify(row)}`
  }
  yield ']}'
}

/** Reads payout details unmasked, because the partner has just signed in. */
async function readDetails(
  { database, config }: ExportDeps,
  partner: { programId: number; partnerId: number },
): Promise<ExportedRow[]> {
  const versions = await listEncryptedVersions(
    database.kysely,
    partner,
    partnerPortalLimits.partnerExportRows + 1,
  )
  return versions.map(({ sealed, ...version }) => {
    const details = decryptDetails(sealed, { ...partner, version: version.version }, config.appSecret)
    return { ...toResponseFields(version), details: details === 'unreadable' ? null : details }
  })
}

/** Reads earnings in pages, because there may be many. */
async function* exportEarnings(
  deps: ExportDeps,
  partner: { programId: number; partnerId: number },
): AsyncGenerator<string> {
  const filter = { status: undefined, currency: undefined, from: undefined, to: undefined }
  const now = deps.clock.now()
  let remainingRows = partnerPortalLimits.partnerExportRows
  let pageKey: PageKey | undefined
  yield '{"rows":['
  for (;;) {
    const rows = Math.min(limits.csvPageRows, remainingRows)
    const earnings = await listOwnEarnings(deps.database.kysely, partner, filter, { rows, after: pageKey })
    const page = earnings.slice(0, rows)
    const isFirst = remainingRows === partnerPortalLimits.partnerExportRows
    for (const [at, row] of page.entries()) {
      yield `${isFirst && at === 0 ? '' : ','}${JSON.stringify(showExported(deps, partner.programId, row, now))}`
    }
    remainingRows -= page.length
    const lastEarning = page.at(-1)
    const hasMore = earnings.length > rows
    if (lastEarning === undefined || !hasMore || remainingRows === 0) {
      yield `],"isComplete":${!hasMore}}`
      return
    }
    pageKey = { at: lastEarning.created_at, id: lastEarning.id }
  }
}

function showExported({ config }: ExportDeps, programId: number, row: EarningRow, now: Date): ExportedRow {
  return {
    id: row.id,
    kind: row.kind,
    state: earningState(row, now),
    currency: row.currency,
    amountCents: row.amount_cents,
    reversedCents: row.reversed_cents,
    paidCents: row.paid_cents,
    earnedAt: row.created_at,
    dueAt: row.hold_until,
    customer: customerCode(programId, row.customer_id, config.appSecret),
    linkCode: row.link_code,
    couponCode: row.coupon_code,
    clickedAt: row.attribution_source === 'click' ? row.clicked_at : null,
    orderedAt: row.sold_at,
    saleCents: row.sale_cents,
    payoutId: row.payout_id,
  }
}
