import type { Job } from '../../core/jobs/jobs.ts'
import { archiveClicks } from './archive-clicks.flow.ts'
import { retentionLimits } from './limits.ts'

/**
 * Creates the job that archives clicks.
 * @param environment contains the archive storage credentials
 */
export function createArchiveJob(environment: NodeJS.ProcessEnv): Job {
  return {
    name: 'archive_clicks',
    everyMs: retentionLimits.retentionEveryMs,
    run: (deps) => archiveClicks(deps, environment),
  }
}
