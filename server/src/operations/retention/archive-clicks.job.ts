import type { Job } from '../../core/jobs/jobs.ts'
import { retentionLimits } from './limits.ts'

/** @param environment holds the credentials of the archive's place */
export function createArchiveJob(environment: NodeJS.ProcessEnv): Job {
  return {
    name: 'archive_clicks',
    everyMs: retentionLimits.retentionEveryMs,
    async run(deps) {
      // Loaded when it is needed: the start does without.
      const { archiveClicks } = await import('./archive-clicks.flow.ts')
      await archiveClicks(deps, environment)
    },
  }
}
