import type { Queries } from '../../core/database/database.ts'
import { eachProgram } from '../../core/database/each-program.ts'
import { notificationStart } from '../../core/database/installation.sql.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { createDigest } from '../../notifications/mail/mail-digest.rule.ts'
import { notifyPartners, type PartnerNotice } from '../../notifications/mail/notify-partners.flow.ts'
import { lockProgramEnrollments } from '../../partners/enrollments/partners.sql.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { changeReasonText } from './earning-reason.rule.ts'
import { partnerPortalLimits } from './limits.ts'
import {
  claimEarned,
  claimFirstClicked,
  claimReversed,
  type EarnedNews,
  findProgramWithNews,
  listPartnersToNotifyOfReversals,
  listPartnersToNotifyOfSales,
  listProgramIds,
  type NewsProgram,
  type NewsSpan,
  purgeMailItems,
  type ReversalNews,
} from './partner-news.sql.ts'

export const NOTIFY_PARTNERS: Job = {
  name: 'notify_partners',
  everyMs: partnerPortalLimits.partnerNewsEveryMs,
  run: notifyPartnersOfNews,
}

type NotifyDeps = Pick<Deps, 'database' | 'config' | 'ids' | 'clock'>

/**
 * Emails partners about new sales and reversals in completed quarter hours, one email each. Reads committed events up
 * to two days back, so that late commits and downtime are covered. Each event is recorded with its email under a unique
 * key, so that processes can run this concurrently.
 */
export async function notifyPartnersOfNews(deps: NotifyDeps): Promise<void> {
  if (deps.config.mail === undefined) return
  const { kysely } = deps.database
  const now = deps.clock.now()
  const each = partnerPortalLimits.partnerNewsEachMs
  const before = new Date(Math.floor(now.getTime() / each) * each)
  const lookBackStart = new Date(now.getTime() - partnerPortalLimits.partnerNewsDays * DAY_MS)
  const since = await notificationStart(kysely, lookBackStart)
  // In another time zone, a day may start up to one day earlier.
  const day = new Date(since.getTime() - DAY_MS)
  await eachProgram(await listProgramIds(kysely), async (programId) => {
    const span = { programId, since, before }
    const program = await kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
      return findProgramWithNews(transaction, span, day)
    })
    if (program === undefined) return
    await notifyOfProgram(deps, program, { span, now })
    // Records must be kept longer than the look-back period.
    await purgeMailItems(kysely, programId, new Date(lookBackStart.getTime() - DAY_MS))
  })
}

interface NotificationRun {
  span: NewsSpan
  now: Date
}

async function notifyOfProgram(deps: NotifyDeps, program: NewsProgram, run: NotificationRun): Promise<void> {
  await notifyOfFirstClicks(deps, program, run)
  const maxPartners = partnerPortalLimits.partnerNewsPartners
  const list = (listPartners: typeof listPartnersToNotifyOfSales) =>
    withTransaction(deps, async (transaction) => {
      await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
      return listPartners(transaction, run.span, maxPartners)
    })
  for (const partnerId of await list(listPartnersToNotifyOfSales)) {
    await notifyMember(deps, program, { ...run, partnerId, claimItems: claimEarned, createNotice: saleMail })
  }
  for (const partnerId of await list(listPartnersToNotifyOfReversals)) {
    await notifyMember(deps, program, {
      ...run,
      partnerId,
      claimItems: claimReversed,
      createNotice: reversalMail,
    })
  }
}

async function notifyOfFirstClicks(
  deps: NotifyDeps,
  program: NewsProgram,
  { span, now }: NotificationRun,
): Promise<void> {
  await withTransaction(deps, async (transaction) => {
    await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
    const day = reportDay(span.since, program.time_zone)
    const rows = partnerPortalLimits.partnerNewsPartners
    const partnerIds = await claimFirstClicked(transaction, span, { day, now, rows })
    await saveRecipients(transaction, program, partnerIds)
    const notices = partnerIds.map(
      (partnerId): PartnerNotice => ({
        kind: 'partner_first_click',
        cause: `partner_first_click:${program.id}:${partnerId}`,
        partnerId,
        data: { programId: program.id, programName: program.name },
      }),
    )
    await notifyPartners(deps, transaction, program, notices)
  })
}

/** Sends one email about everything that the partner hasn't been notified about. */
async function notifyMember<Row extends { id: number }>(
  deps: NotifyDeps,
  program: NewsProgram,
  notice: NotificationRun & {
    partnerId: number
    claimItems: (...args: Parameters<typeof claimEarned>) => Promise<Row[]>
    createNotice: (
      program: NewsProgram,
      rows: readonly [Row, ...Row[]],
      about: { partnerId: number },
    ) => PartnerNotice
  },
): Promise<void> {
  const { span, now, partnerId, claimItems, createNotice } = notice
  await withTransaction(deps, async (transaction) => {
    await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
    await saveRecipients(transaction, program, [partnerId])
    const [first, ...more] = await claimItems(transaction, span, {
      partnerId,
      now,
      rows: partnerPortalLimits.partnerNewsItems,
    })
    if (first === undefined) return
    await notifyPartners(deps, transaction, program, [createNotice(program, [first, ...more], { partnerId })])
  })
}

/**
 * Locks the account: a concurrent account closure either waits and erases this email, or finishes first and nothing is
 * sent.
 */
function saveRecipients(
  transaction: Queries,
  { id }: NewsProgram,
  partnerIds: readonly number[],
): Promise<void> {
  return lockProgramEnrollments(transaction, id, partnerIds)
}

/** The first event identifies the email, because no other email contains it. */
function saleMail(
  program: NewsProgram,
  rows: readonly [EarnedNews, ...EarnedNews[]],
  { partnerId }: { partnerId: number },
): PartnerNotice {
  const lines = rows.map(({ id, kind, amount_cents, currency, created_at }) => ({
    commissionId: id,
    what: kind,
    amountCents: amount_cents,
    currency,
    at: created_at.toISOString(),
  }))
  return {
    kind: 'partner_sale',
    cause: `partner_sale:${program.id}:${rows[0].id}`,
    partnerId,
    data: {
      programId: program.id,
      programName: program.name,
      timeZone: program.time_zone,
      ...createDigest(lines, partnerPortalLimits.mailLines),
    },
  }
}

function reversalMail(
  program: NewsProgram,
  rows: readonly [ReversalNews, ...ReversalNews[]],
  { partnerId }: { partnerId: number },
): PartnerNotice {
  const lines = rows.map((row) => ({
    amountCents: row.amount_cents,
    currency: row.currency,
    at: row.changed_at.toISOString(),
    why: changeReasonText(row),
  }))
  return {
    kind: 'partner_reversal',
    cause: `partner_reversal:${program.id}:${rows[0].id}`,
    partnerId,
    data: {
      programId: program.id,
      programName: program.name,
      ...createDigest(lines, partnerPortalLimits.mailLines),
    },
  }
}
