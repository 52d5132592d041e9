import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Queries } from '../../core/database/database.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { formatSecret, hashSecret, SECRET_BYTES } from '../../core/privacy/token.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { mailLimits } from '../../notifications/mail/limits.ts'
import { writeMails } from '../../notifications/mail/write-mails.flow.ts'
import { deviceName } from './device-name.rule.ts'
import { listProgramEnrollments } from './enrollments-of-account.sql.ts'
import { portalAccessLimits } from './limits.ts'
import type { PartnerSessionRow } from './partner-sessions.sql.ts'
import {
  creationOptions,
  requestOptions,
  verifyNewPasskey,
  verifyPasskey,
  withLookupErrors,
} from './passkey.adapter.ts'
import { passkeyUser } from './passkey-user.rule.ts'
import {
  consumePasskeyChallenge,
  deletePasskey,
  findPasskey,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  lockOpenAccount,
  type PasskeyRow,
  recordPasskeyUse,
} from './passkeys.sql.ts'
import { openPartnerSession, type SignInBrowser } from './sign-in.flow.ts'

const MINUTE_MS = 60 * 1000

/** Creates the challenge for a new passkey of this session's account. */
export async function startPasskeyRegistration(deps: Deps, session: PartnerSessionRow) {
  const challenge = await createChallenge(deps, session.id)
  return creationOptions(deps.config, {
    challenge,
    userId: passkeyUser(session.account_id, deps.config.appSecret),
    email: session.email,
    known: await listPasskeys(deps.database.kysely, session.account_id, portalAccessLimits.partnerPasskeys),
    minutes: portalAccessLimits.passkeyMinutes,
  })
}

export type AddedPasskey =
  | { kind: 'added'; passkey: PasskeyRow }
  /**
   * The response doesn't belong to a challenge of this session, or was created elsewhere or without user verification.
   */
  | { kind: 'rejected' }
  | { kind: 'too_many' }
  | { kind: 'known' }

/** Registers a passkey in response to a challenge of this session, and emails the partner. */
export async function addPasskey(
  deps: Deps,
  session: PartnerSessionRow,
  sent: { name: string | undefined; response: RegistrationResponseJSON; userAgent: string | undefined },
): Promise<AddedPasskey> {
  const device = deviceName(sent.userAgent)
  const verified = await verifyNewPasskey(
    deps.config,
    sent.response,
    createChallengeConsumer(deps, session.id),
  )
  if (verified === undefined) return { kind: 'rejected' }
  return withTransaction<AddedPasskey>(deps, async (transaction) => {
    const email = await lockOpenAccount(transaction, session.account_id)
    if (email === undefined) return { kind: 'rejected' }
    const passkeys = await listPasskeys(transaction, session.account_id, portalAccessLimits.partnerPasskeys)
    if (passkeys.length >= portalAccessLimits.partnerPasskeys) return { kind: 'too_many' }
    const passkey = await insertPasskey(transaction, {
      ...verified,
      account_id: session.account_id,
      name: sent.name ?? device,
      created_at: deps.clock.now(),
    })
    if (passkey === undefined) return { kind: 'known' }
    await notifyOfPasskey(deps, transaction, { change: 'added', passkey, email, device })
    return { kind: 'added', passkey }
  })
}

/** Removes a passkey. @returns false if the account has no such passkey */
export function removePasskey(
  deps: Deps,
  session: PartnerSessionRow,
  { passkeyId, userAgent }: { passkeyId: number; userAgent: string | undefined },
): Promise<boolean> {
  return withTransaction(deps, async (transaction) => {
    const email = await lockOpenAccount(transaction, session.account_id)
    if (email === undefined) return false
    const passkey = await deletePasskey(transaction, { accountId: session.account_id, passkeyId })
    if (passkey === undefined) return false
    const device = deviceName(userAgent)
    await notifyOfPasskey(deps, transaction, { change: 'removed', passkey, email, device })
    return true
  })
}

/** Creates a sign-in challenge. It is the same for everyone, so it doesn't reveal accounts. */
export async function startPasskeySignIn(deps: Deps) {
  const challenge = await createChallenge(deps, null)
  return requestOptions(deps.config, { challenge, minutes: portalAccessLimits.passkeyMinutes })
}

/**
 * Signs in with a passkey. The challenge is used up regardless of the result, so that concurrent attempts create one
 * session.
 * @returns undefined if the sign-in fails for any reason
 */
export async function signInByPasskey(
  deps: Deps,
  { response, browser }: { response: AuthenticationResponseJSON; browser: SignInBrowser },
): Promise<{ token: string; email: string } | undefined> {
  const { kysely } = deps.database
  const passkey = await findPasskey(kysely, response.id)
  if (passkey === undefined) return undefined
  const handle = response.response.userHandle
  const ownHandle = passkeyUser(passkey.account_id, deps.config.appSecret).toString('base64url')
  if (handle !== undefined && handle !== ownHandle) return undefined
  const verified = await verifyPasskey(
    deps.config,
    { response, passkey },
    createChallengeConsumer(deps, null),
  )
  if (verified === undefined) return undefined
  return withTransaction(deps, async (transaction) => {
    const email = await lockOpenAccount(transaction, passkey.account_id)
    if (email === undefined) return undefined
    const passkeyUse = { ...verified, used_at: deps.clock.now() }
    if (!(await recordPasskeyUse(transaction, passkey, passkeyUse))) return undefined
    if ((await listProgramEnrollments(transaction, { email, workspace_id: null }, 1)).length === 0)
      return undefined
    const scope = { accountId: passkey.account_id, workspaceId: null }
    return { token: await openPartnerSession(deps, transaction, scope, browser), email }
  })
}

async function createChallenge(
  { database, config, clock, ids }: Deps,
  sessionId: number | null,
): Promise<Buffer> {
  const random = ids.bytes(SECRET_BYTES)
  const now = clock.now()
  await insertPasskeyChallenge(database.kysely, {
    challenge_hash: hashSecret('partner_challenge', formatSecret(random), config.appSecret),
    session_id: sessionId,
    created_at: now,
    expires_at: new Date(now.getTime() + portalAccessLimits.passkeyMinutes * MINUTE_MS),
  })
  return random
}

function createChallengeConsumer({ database, config, clock }: Deps, sessionId: number | null) {
  return withLookupErrors((challenge) => {
    const hash = hashSecret('partner_challenge', challenge, config.appSecret)
    return consumePasskeyChallenge(database.kysely, { hash, sessionId }, clock.now())
  })
}

async function notifyOfPasskey(
  deps: Deps,
  transaction: Queries,
  event: { change: 'added' | 'removed'; passkey: PasskeyRow; email: string; device: string },
): Promise<void> {
  const { change, passkey, email, device } = event
  const at = deps.clock.now()
  await writeMails(deps, transaction, [
    {
      kind: 'partner_passkey_changed',
      cause: `partner_passkey:${passkey.id}:${change}`,
      recipient: email,
      workspaceId: null,
      programId: null,
      data: { change, name: passkey.name, device, at: at.toISOString() },
      expiresAt: new Date(at.getTime() + mailLimits.mailSendDays * DAY_MS),
    },
  ])
}
