import { SecretError } from '../platform/app-secret.rule.ts'
import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { checkSecret } from './claim-secret.flow.ts'

/**
 * Notices when somebody replaces the secret that the database depends on while this process runs with the old one: what it
 * would hash or encrypt from then on could not be read any more.
 * @param onReplaced is called once
 * @returns what ends the watch
 */
export function watchSecret(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  onReplaced: (error: SecretError) => void,
): () => void {
  const given = { secret: config.appSecret, isFromFile: false, accepted: undefined }
  const look = () =>
    checkSecret(database, config, given).catch((error: unknown) => {
      // An outage is told by those who wait for an answer.
      if (!(error instanceof SecretError)) return
      clearInterval(timer)
      onReplaced(error)
    })
  const timer = setInterval(look, limits.secretWatchedEveryMs)
  return () => clearInterval(timer)
}
