import { SecretError } from '../../core/config/app-secret.rule.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { checkSecret } from './claim-secret.flow.ts'
import { setupLimits } from './limits.ts'

/**
 * Creates the job that detects when the database's secret has been replaced. A process with the previous secret can't
 * read values that are hashed or encrypted with the new one.
 */
export function createSecretWatcher(onReplaced: (error: SecretError) => void): Job {
  return {
    name: 'watch_secret',
    everyMs: setupLimits.secretCheckIntervalMs,
    async run({ database, config }) {
      const givenSecret = { secret: config.appSecret, isFromFile: false, accepted: undefined }
      await checkSecret(database, config, givenSecret).catch((error: unknown) => {
        if (!(error instanceof SecretError)) throw error
        onReplaced(error)
      })
    },
  }
}
