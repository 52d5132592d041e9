import { newSecretConsequences } from '../core/config/app-secret.rule.ts'
import { StartError } from '../core/errors/start-error.ts'
import type { OpenDeps } from '../open-deps.ts'
import type { NewSecret } from '../operations/setup/claim-secret.flow.ts'

export interface NewSecretOptions {
  acceptNewSecret?: boolean
  previousSecretFile?: string
}

export async function readNewSecret({
  acceptNewSecret,
  previousSecretFile,
}: NewSecretOptions): Promise<NewSecret | undefined> {
  if (acceptNewSecret !== true) return undefined
  if (previousSecretFile === undefined) return { previous: undefined }
  const { readSecretFile } = await import('../core/config/secret-file.ts')
  const previous = readSecretFile(previousSecretFile)
  if (previous === undefined) throw new StartError(`${previousSecretFile} does not exist.`)
  return { previous }
}

/** Returns a message about the new secret, or undefined if the secret is unchanged. */
export function newSecretText(
  { replacedSecret }: OpenDeps,
  newSecret: NewSecret | undefined,
): string | undefined {
  if (replacedSecret === undefined) return undefined
  const isPreviousKnown = newSecret?.previous !== undefined
  const reencrypted = isPreviousKnown
    ? ` Re-encrypted ${replacedSecret.reencrypted} stored values with it.`
    : ''
  return `The installation now uses a new APP_SECRET.${reencrypted} From now on, ${newSecretConsequences({ isPreviousKnown })}.`
}
