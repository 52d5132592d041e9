import { PURGE_REFUSALS } from './calls/purge-refusals.job.ts'
import { APPROVE_COMMISSIONS } from './commissions/approve-commissions.job.ts'
import { PURGE_STORY_LINKS } from './explain/purge-story-links.job.ts'
import { PURGE_JOINING } from './joining/purge-joining.job.ts'
import { PURGE_MAILS } from './mail/purge-mails.job.ts'
import { PURGE_PARTNER_DOOR } from './partner-access/purge-partner-door.job.ts'
import { MAKE_SCHEDULED_PAYOUTS } from './payouts/make-scheduled-payouts.job.ts'
import type { Job } from './platform/jobs.ts'
import { PURGE_ANSWERS } from './platform/purge-answers.job.ts'
import { CLOSE_PARTNER_MONTHS } from './portal/close-partner-months.job.ts'
import { ERASE_CLOSED_DETAILS } from './portal/erase-closed-details.job.ts'
import { TELL_PARTNERS } from './portal/tell-partners.job.ts'
import { PURGE_PROCESSOR_EVENTS } from './processor/purge-processor-events.job.ts'
import { createTableAnalysis } from './programs/analyze-tables.job.ts'
import { createArchiveJob } from './retention/archive-clicks.job.ts'
import { ASSIGN_DAYS } from './statistics/assign-days.job.ts'
import { FOLD_LINK_STATS } from './statistics/fold-link-stats.job.ts'
import { CREATE_CLICK_PARTITIONS } from './tracking/create-click-partitions.job.ts'
import { PURGE_CLICK_EVENTS } from './tracking/purge-click-events.job.ts'
import { END_LISTENERS } from './webhooks/end-listeners.job.ts'
import { PURGE_WEBHOOKS } from './webhooks/purge-webhooks.job.ts'

/** Everything that is deleted by its age, apart from clicks, which are archived first. One at a time. */
export const PURGES: readonly Job[] = [
  PURGE_WEBHOOKS,
  PURGE_ANSWERS,
  PURGE_STORY_LINKS,
  PURGE_PROCESSOR_EVENTS,
  PURGE_MAILS,
  ERASE_CLOSED_DETAILS,
  PURGE_PARTNER_DOOR,
  PURGE_JOINING,
  PURGE_REFUSALS,
  PURGE_CLICK_EVENTS,
]

/** What one process does for all that share a port. Several machines may do it at once. */
export function sharedJobs(environment: NodeJS.ProcessEnv): readonly Job[] {
  return [
    CREATE_CLICK_PARTITIONS,
    createTableAnalysis(),
    APPROVE_COMMISSIONS,
    ASSIGN_DAYS,
    FOLD_LINK_STATS,
    CLOSE_PARTNER_MONTHS,
    TELL_PARTNERS,
    MAKE_SCHEDULED_PAYOUTS,
    END_LISTENERS,
    ...PURGES,
    createArchiveJob(environment),
  ]
}
