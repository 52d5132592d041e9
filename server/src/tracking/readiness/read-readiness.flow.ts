import type { Deps } from '../../core/deps.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { type ClickId, formatClickId, parseClickId } from '../clicks/click-id.rule.ts'
import { findClickKind } from '../clicks/test-link.sql.ts'
import { readinessLimits } from './limits.ts'
import { decideReadiness } from './readiness.rule.ts'
import {
  findPageClick,
  findSeenTestLink,
  listLeads,
  listRefunds,
  listRejections,
  listSales,
  type RejectionRow,
} from './readiness.sql.ts'
import type { Gate, SeenRejection } from './readiness.ts'
import { eventsOfTestRun } from './test-run.rule.ts'

export interface Readiness {
  gates: Gate[]
  at: Date
}

/**
 * Reads the evidence from the merchant's site and server so far, in live mode and test mode.
 * @param deps with the program's clock
 * @param since only events from then on; by default, those of the last 30 days
 * @param click of a test link: ignores live events, rejected live requests that don't name this click, and the events
 * of other test links
 */
export async function readReadiness(
  deps: Deps,
  program: ProgramRow,
  { since: sent, click }: { since: Date | undefined; click?: ClickId | undefined },
): Promise<Readiness> {
  const at = deps.clock.now()
  const { kysely } = deps.database
  const oldest = new Date(at.getTime() - readinessLimits.evidenceDays * DAY_MS)
  const since = sent === undefined || sent < oldest ? oldest : sent
  const span = { programId: program.id, since, limit: readinessLimits.eventsRead }
  const isTestRun = click !== undefined
  const [pageClick, testLink, testLeads, liveLeads, testSales, liveSales, refunds, rejections, others] =
    await Promise.all([
      isTestRun ? undefined : findPageClick(kysely, span),
      findSeenTestLink(kysely, span, click?.uuid),
      listLeads(kysely, span, true),
      isTestRun ? [] : listLeads(kysely, span, false),
      listSales(kysely, span, true),
      isTestRun ? [] : listSales(kysely, { ...span, limit: 1 }, false),
      listRefunds(kysely, span, isTestRun),
      listRejections(kysely, span, click && formatClickId(click.programId, click.uuid)),
      isTestRun ? listRejections(kysely, span, undefined) : [],
    ])
  const events = {
    leads: newestFirst([...testLeads, ...liveLeads]),
    sales: newestFirst([...testSales, ...liveSales]),
    refunds,
  }
  const signup = others.find(({ type, mode }) => type === 'lead' && mode === 'live')
  const gates = decideReadiness({
    needs_server_leads: program.lead_auth_policy === 'server_verified',
    clicks: newestFirst([pageClick, testLink].filter((click) => click !== undefined)),
    ...(click === undefined ? events : eventsOfTestRun(click.uuid, events)),
    rejections: await withClicks(deps, program.id, rejections),
    other_rejection: signup && { ...signup, names_test_click: false },
  })
  return { gates, at }
}

const DAY_MS = 24 * 60 * 60 * 1000

function newestFirst<T extends { at: Date }>(events: readonly T[]): T[] {
  return events.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/**
 * Adds whether each rejected request contains the click ID of a test link. Only the newest request of each type can
 * decide a gate.
 */
async function withClicks(
  { database }: Deps,
  programId: number,
  rows: readonly RejectionRow[],
): Promise<SeenRejection[]> {
  const newest = new Map(rows.toReversed().map((row) => [row.type, row]))
  return Promise.all(
    [...newest.values()].map(async ({ click_id, ...row }) => {
      const click = click_id === null ? undefined : parseClickId(click_id)
      const isOwn = click?.programId === programId
      return { ...row, names_test_click: isOwn && (await findClickKind(database.run, click)) === 'test' }
    }),
  )
}
