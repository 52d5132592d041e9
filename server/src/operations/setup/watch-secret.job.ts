import { SecretError } from '../../core/config/app-secret.rule.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { checkSecret } from './claim-secret.flow.ts'
import { setupLimits } from './limits.ts'

/**
 * Detects that the database's secret was replaced while this process uses the previous one, as the service
 * could not read what it hashes or encrypts from then on.
 */
export function createSecretWatch(onReplaced: (error: SecretError) => void): Job {
  return {
    name: 'watch_secret',
    everyMs: setupLimits.secretWatchedEveryMs,
    async run({ database, config }) {
      const given = { secret: config.appSecret, isFromFile: false, accepted: undefined }
      await checkSecret(database, config, given).catch((error: unknown) => {
        if (!(error instanceof SecretError)) throw error
        onReplaced(error)
      })
    },
  }
}
