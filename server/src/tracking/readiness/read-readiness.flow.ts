import type { Deps } from '../../core/deps.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
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
import type { Gate, ReadinessData, TestEvents } from './readiness.ts'
import { findTestRunEvents, type TracedEvents } from './test-run.rule.ts'

export interface Readiness {
  gates: Gate[]
  at: Date
}

/**
 * Reads the evidence so far from the merchant's site and server, in live mode and test mode.
 * @param deps with the program's clock
 * @param since only events from then on; by default, events from the last 30 days
 * @param click a test link's click: only events with this click, or from a customer who signed up with it, decide. Test
 * events without a click are mentioned, because they may belong to another test
 * @param isOnlyTest whether no other test link is polled at the same time; otherwise, test events without a click aren't
 * mentioned, because either test may have caused them
 */
export async function readReadiness(
  deps: Deps,
  program: ProgramRow,
  {
    since: sent,
    click,
    isOnlyTest = true,
  }: { since: Date | undefined; click?: ClickId | undefined; isOnlyTest?: boolean },
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
      isTestRun && isOnlyTest ? listRejections(kysely, span, undefined) : [],
    ])
  const events = {
    leads: newestFirst([...testLeads, ...liveLeads]),
    sales: newestFirst([...testSales, ...liveSales]),
    refunds,
  }
  const signup = others.find(({ type, mode }) => type === 'lead' && mode === 'live')
  const traced = await addTestClicks(deps, program.id, rejections)
  const found: TestEvents & Pick<ReadinessData, 'untied'> =
    click === undefined
      ? { ...events, rejections: traced }
      : selectTestRun(click.uuid, { ...events, rejections: traced }, isOnlyTest)
  const gates = decideReadiness({
    needs_server_leads: program.lead_auth_policy === 'server_verified',
    clicks: newestFirst([pageClick, testLink].filter((click) => click !== undefined)),
    ...found,
    other_rejection: signup && { ...signup, names_test_click: false },
  })
  return { gates, at }
}

function selectTestRun(clickUuid: string, events: TracedEvents, isOnlyTest: boolean) {
  const { own, untied } = findTestRunEvents(clickUuid, events)
  return { ...own, untied: isOnlyTest ? untied : undefined }
}

const DAY_MS = 24 * 60 * 60 * 1000

function newestFirst<T extends { at: Date }>(events: readonly T[]): T[] {
  return events.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/**
 * Adds whether each rejected request contains a test link's click ID, and the click's customer. Only the newest request
 * of each type, click and customer can decide a gate.
 */
async function addTestClicks(
  { database, config }: Deps,
  programId: number,
  rows: readonly RejectionRow[],
): Promise<TracedEvents['rejections']> {
  const pseudonym = idPseudonymizer(programId, config.appSecret)
  const newest = new Map(
    rows.toReversed().map((row) => [JSON.stringify([row.type, row.click_id, row.customer_key]), row]),
  )
  const traced = await Promise.all(
    [...newest.values()].map(async ({ click_id, customer_key, ...row }) => {
      const click = click_id === null ? undefined : parseClickId(click_id)
      const isOwn = click?.programId === programId
      const kind = isOwn ? await findClickKind(database.run, click) : ('none' as const)
      return {
        ...row,
        names_test_click: kind === 'test',
        facts: {
          click: kind,
          ...(isOwn ? { click_uuid: click.uuid } : {}),
          ...(customer_key === null ? {} : { customer: pseudonym(customer_key) }),
        },
      }
    }),
  )
  return newestFirst(traced)
}
