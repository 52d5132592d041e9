import type { Job } from '../../core/jobs/jobs.ts'
import { retentionLimits } from './limits.ts'

/**
 * Creates the job that archives clicks.
 * @param environment contains the archive storage credentials
 */
export function createArchiveJob(environment: NodeJS.ProcessEnv): Job {
  return {
    name: 'archive_clicks',
    everyMs: retentionLimits.retentionEveryMs,
    async run(deps) {
      // Imported lazily to keep startup fast.
      const { archiveClicks } = await import('./archive-clicks.flow.ts')
      await archiveClicks(deps, environment)
    },
  }
}
