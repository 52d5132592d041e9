import { purgeRefusals } from '../calls/purge-refusals.job.ts'
import { purgeStoryLinks } from '../explain/purge-story-links.job.ts'
import { purgeJoining } from '../joining/purge-joining.job.ts'
import { purgeSentMails } from '../mail/purge-mails.job.ts'
import { purgePartnerDoor } from '../partner-access/purge-partner-door.job.ts'
import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { purgeAnswers } from '../platform/purge-answers.job.ts'
import { eraseClosedDetails } from '../portal/erase-closed-details.job.ts'
import { purgeEventsOfProcessors } from '../processor/purge-processor-events.job.ts'
import { purgeClickEvents } from '../tracking/purge-click-events.job.ts'
import { purgeWebhooks } from '../webhooks/purge-webhooks.job.ts'

/** Something that is kept for a time, by a setting of its own, and then deleted. */
export interface Purge {
  /** As the metrics name it. */
  job: string
  everyMs: number
  /** @returns how many rows went */
  purge(deps: Deps): Promise<number>
}

/** Everything that is deleted by its age, but for clicks, which are archived first. One more is one more entry. */
export const PURGES: readonly Purge[] = [
  { job: 'purge_webhooks', everyMs: limits.webhookPurgeEveryMs, purge: purgeWebhooks },
  { job: 'purge_answers', everyMs: limits.answerPurgeEveryMs, purge: purgeAnswers },
  { job: 'purge_story_links', everyMs: limits.answerPurgeEveryMs, purge: purgeStoryLinks },
  {
    job: 'purge_processor_events',
    everyMs: limits.processorPurgeEveryMs,
    purge: purgeEventsOfProcessors,
  },
  { job: 'purge_mails', everyMs: limits.mailPurgeEveryMs, purge: purgeSentMails },
  { job: 'erase_closed_details', everyMs: limits.partnerPurgeEveryMs, purge: eraseClosedDetails },
  { job: 'purge_partner_door', everyMs: limits.partnerPurgeEveryMs, purge: purgePartnerDoor },
  { job: 'purge_joining', everyMs: limits.answerPurgeEveryMs, purge: purgeJoining },
  { job: 'purge_refusals', everyMs: limits.refusalPurgeEveryMs, purge: purgeRefusals },
  { job: 'purge_click_events', everyMs: limits.clickEventPurgeEveryMs, purge: purgeClickEvents },
]
