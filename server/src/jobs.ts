import { PURGE_RESPONSES } from './core/idempotency/purge-responses.job.ts'
import type { Job } from './core/jobs/jobs.ts'
import { APPROVE_COMMISSIONS } from './earnings/commissions/approve-commissions.job.ts'
import { CREATE_SCHEDULED_PAYOUTS } from './earnings/payouts/create-scheduled-payouts.job.ts'
import { PURGE_MAILS } from './notifications/mail/purge-mails.job.ts'
import { END_LISTENERS } from './notifications/webhooks/end-listeners.job.ts'
import { PURGE_WEBHOOKS } from './notifications/webhooks/purge-webhooks.job.ts'
import { createArchiveJob } from './operations/retention/archive-clicks.job.ts'
import { PURGE_ONBOARDING } from './partners/onboarding/purge-onboarding.job.ts'
import { PURGE_PORTAL_ACCESS } from './partners/portal-access/purge-portal-access.job.ts'
import { CLOSE_PARTNER_MONTHS } from './portal/partner-portal/close-partner-months.job.ts'
import { ERASE_CLOSED_DETAILS } from './portal/partner-portal/erase-closed-details.job.ts'
import { NOTIFY_PARTNERS } from './portal/partner-portal/notify-partners.job.ts'
import { PURGE_SHARE_LINKS } from './reports/share-links/purge-share-links.job.ts'
import { ASSIGN_DAYS } from './statistics/assign-days.job.ts'
import { ROLL_UP_CLICK_VALUES } from './statistics/roll-up-click-values.job.ts'
import { ROLL_UP_LINK_STATS } from './statistics/roll-up-link-stats.job.ts'
import { ROLL_UP_SUMS } from './statistics/roll-up-sums.job.ts'
import { CREATE_CLICK_PARTITIONS } from './tracking/clicks/create-click-partitions.job.ts'
import { PURGE_CLICK_EVENTS } from './tracking/clicks/purge-click-events.job.ts'
import { createProcessors } from './tracking/processors/processors.adapter.ts'
import { PURGE_PROCESSOR_EVENTS } from './tracking/processors/purge-processor-events.job.ts'
import { createReconciliation } from './tracking/reconciliation/reconcile-payments.job.ts'
import { PURGE_REJECTED_REQUESTS } from './tracking/requests/purge-rejected-requests.job.ts'
import { createTableAnalysis } from './workspace/programs/analyze-tables.job.ts'

/** Jobs that delete expired data, one kind at a time. Clicks have their own job, because they are archived first. */
export const PURGES: readonly Job[] = [
  PURGE_WEBHOOKS,
  PURGE_RESPONSES,
  PURGE_SHARE_LINKS,
  PURGE_PROCESSOR_EVENTS,
  PURGE_MAILS,
  ERASE_CLOSED_DETAILS,
  PURGE_PORTAL_ACCESS,
  PURGE_ONBOARDING,
  PURGE_REJECTED_REQUESTS,
  PURGE_CLICK_EVENTS,
]

/**
 * Returns the jobs that one process runs for all processes that share a port. Processes on several machines may run
 * them at once.
 */
export function sharedJobs(environment: NodeJS.ProcessEnv): readonly Job[] {
  return [
    CREATE_CLICK_PARTITIONS,
    createTableAnalysis(),
    APPROVE_COMMISSIONS,
    ASSIGN_DAYS,
    ROLL_UP_CLICK_VALUES,
    ROLL_UP_LINK_STATS,
    ROLL_UP_SUMS,
    CLOSE_PARTNER_MONTHS,
    NOTIFY_PARTNERS,
    CREATE_SCHEDULED_PAYOUTS,
    END_LISTENERS,
    createReconciliation(createProcessors),
    ...PURGES,
    createArchiveJob(environment),
  ]
}
