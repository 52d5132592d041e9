import { SecretError } from '../platform/app-secret.rule.ts'
import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { checkSecret } from './claim-secret.flow.ts'

/**
 * Detects that the secret of the database was replaced while this process runs with the previous one: the service could not
 * read what this process hashes or encrypts from then on.
 * @param onReplaced is called once
 * @returns a function that ends the watch
 */
export function watchSecret(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  onReplaced: (error: SecretError) => void,
): () => void {
  const given = { secret: config.appSecret, isFromFile: false, accepted: undefined }
  const look = () =>
    checkSecret(database, config, given).catch((error: unknown) => {
      // The calls that need the database report an outage.
      if (!(error instanceof SecretError)) return
      clearInterval(timer)
      onReplaced(error)
    })
  const timer = setInterval(look, limits.secretWatchedEveryMs)
  return () => clearInterval(timer)
}
