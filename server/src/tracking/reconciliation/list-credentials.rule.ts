import { decryptSecret, encryptSecret } from '../../core/privacy/secret-box.rule.ts'
import { parseObject } from '../processors/event-values.rule.ts'
import type { ListCredentials, ProcessorList } from '../processors/processor.ts'
import { CREDENTIAL_FIELDS, type CredentialField } from './reconciliation.ts'

/** Returns the credential fields that a list needs. */
export function listCredentialFields({ site, isApiSecret }: ProcessorList): CredentialField[] {
  const needs = { site: site !== undefined, apiKey: true, apiSecret: isApiSecret !== undefined }
  return CREDENTIAL_FIELDS.filter((field) => needs[field])
}

/** Returns the normalized credentials, or the invalid field. Fields that a list doesn't need must be empty. */
export function readCredentials(
  list: ProcessorList,
  { site: enteredSite, apiKey, apiSecret }: ListCredentials,
): ListCredentials | CredentialField {
  const site = list.site === undefined && enteredSite === '' ? '' : list.site?.read(enteredSite)
  if (site === undefined) return 'site'
  if (!list.isApiKey(apiKey)) return 'apiKey'
  const isSecret = list.isApiSecret?.(apiSecret, apiKey) ?? apiSecret === ''
  return isSecret ? { site, apiKey, apiSecret } : 'apiSecret'
}

/** Encrypts the site together with the key, so a stored key can't be sent to another host. */
export function encryptCredentials(credentials: ListCredentials, appSecret: string, nonce: Buffer): string {
  return encryptSecret(JSON.stringify(credentials), appSecret, nonce)
}

/**
 * Decrypts stored credentials.
 * @returns undefined if they were encrypted with another secret, or the list doesn't accept them
 */
export function decryptCredentials(
  list: ProcessorList,
  sealed: string,
  appSecret: string,
): ListCredentials | undefined {
  const { site, apiKey, apiSecret } = decryptObject(sealed, appSecret) ?? {}
  if (typeof site !== 'string' || typeof apiKey !== 'string' || typeof apiSecret !== 'string')
    return undefined
  const credentials = readCredentials(list, { site, apiKey, apiSecret })
  return typeof credentials === 'string' ? undefined : credentials
}

function decryptObject(sealed: string, appSecret: string): Record<string, unknown> | undefined {
  try {
    return parseObject(JSON.parse(decryptSecret(sealed, appSecret)))
  } catch {
    return undefined
  }
}
