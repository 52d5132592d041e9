import { setTimeout } from 'node:timers/promises'
import type { Queries } from '../../core/database/database.ts'
import { isDatabaseUnavailable } from '../../core/database/database-unavailable.ts'
import type { Deps } from '../../core/deps.ts'
import { OPTIONAL_MAILS, PARTNER_MAILS } from '../../core/enums.ts'
import { decryptSecret, encryptSecret, NONCE_BYTES } from '../../core/privacy/secret-box.rule.ts'
import { hashSecret, signToken } from '../../core/privacy/token.rule.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { HOUR_MS } from '../../core/time/time.ts'
import { invitationId } from '../../workspace/accounts/invitation-id.rule.ts'
import { findOpenInvitation } from '../../workspace/accounts/invitations.sql.ts'
import { findUserByEmail, isActiveMember } from '../../workspace/accounts/members.sql.ts'
import { type BrandRow, findBrand } from '../../workspace/branding/brands.sql.ts'
import { logoPath } from '../../workspace/branding/logo-path.rule.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { hashVerification, resetIdentifier } from '../../workspace/sign-in/reset-link.rule.ts'
import { createResetPasswordLink } from '../../workspace/sign-in/reset-password.adapter.ts'
import { findVerificationEmail } from '../../workspace/sign-in/verifications.sql.ts'
import { findDecidedClaim } from './decided-claim.sql.ts'
import { mailLimits } from './limits.ts'
import type { MailData, Mailer, MailOutcome, MailResult, OutgoingMail, WaitingApplication } from './mail.ts'
import { reserveMailSlot } from './mail-hours.sql.ts'
import { isOptedOut } from './mail-opt-outs.sql.ts'
import { decideMailOutcome } from './mail-outcome.rule.ts'
import { MAIL_ATTEMPTS } from './mail-schedule.rule.ts'
import { composeMail } from './mail-templates.rule.ts'
import { type ClaimedMail, releaseMail, saveMailSecret, settleMail } from './mails.sql.ts'
import { isSignInLinkOpen, listProgramsByPartner, listWaitingApplications } from './partner-recipients.sql.ts'
import { recipientLanguage } from './recipient-language.flow.ts'
import { findSentEarnings } from './sent-earnings.sql.ts'

/** The next step for a claimed email. */
type Preparation =
  | { kind: 'ready'; secret: string | undefined; waiting?: readonly WaitingApplication[] }
  | { kind: 'over'; outcome: MailOutcome }
  /** Another process has the claim. */
  | { kind: 'lost' }

/**
 * Sends a claimed email once and saves the result. If the process stops before the server accepts the email, the next
 * claim may send it again. Once accepted, it is saved as sent, regardless of how long the database is unavailable.
 * @returns the result
 */
export async function sendMail(
  deps: Deps,
  mailer: Mailer,
  claimedMail: ClaimedMail,
  signal: AbortSignal,
): Promise<MailResult> {
  const { kysely } = deps.database
  const prepared = await prepare(deps, claimedMail)
  if (prepared.kind === 'lost') return 'lost'
  if (prepared.kind === 'over') return settle(deps, claimedMail, prepared.outcome, signal)
  const waitMs = await reserveSlot(deps, claimedMail)
  if (waitMs !== undefined) return (await releaseMail(kysely, claimedMail, waitMs)) ? 'limited' : 'lost'
  const reply = await mailer.send(await createOutgoingMail(deps, claimedMail, prepared), signal)
  if (reply.kind === 'unreachable' && signal.aborted) {
    return (await releaseMail(kysely, claimedMail)) ? 'pending' : 'lost'
  }
  const chance = deps.ids.bytes(1).readUInt8() / 255
  const attempt = { attempts: claimedMail.attempts, endedAt: deps.clock.now(), reply }
  return settle(deps, claimedMail, decideMailOutcome(attempt, chance), signal)
}

/** Checks that the email is still valid, and decrypts its secret. */
async function prepare(deps: Deps, claimedMail: ClaimedMail): Promise<Preparation> {
  const { kysely } = deps.database
  const now = deps.clock.now()
  if (claimedMail.expires_at <= now) return withdrawnPreparation('The email expired before it could be sent.')
  if (claimedMail.attempts > MAIL_ATTEMPTS) {
    return finishedPreparation({
      state: 'failed',
      code: undefined,
      error: 'The service stopped during every attempt.',
    })
  }
  if (
    claimedMail.kind === 'password_reset' &&
    (await findUserByEmail(kysely, claimedMail.recipient)) === undefined
  ) {
    // The email is kept for a while, so that repeated requests take the same time.
    return withdrawnPreparation('There is no account with this address.')
  }
  if (
    claimedMail.kind === 'partner_sign_in' &&
    (await listProgramsByPartner(kysely, claimedMail.recipient, 1)).length === 0
  ) {
    const waitingApplications = await listWaitingApplications(
      kysely,
      claimedMail.recipient,
      mailLimits.waitingApplications,
    )
    if (waitingApplications.length === 0)
      return withdrawnPreparation('There is no account with this address.')
    // Only the mailbox learns of the application, so that the sign-in page doesn't reveal it.
    return { kind: 'ready', secret: undefined, waiting: waitingApplications }
  }
  if (canonicalEmail(claimedMail.recipient) === undefined) {
    return finishedPreparation({
      state: 'failed',
      code: undefined,
      error: 'The address is not valid.',
    })
  }
  if (await hasRecipientLeft(deps, claimedMail))
    return withdrawnPreparation('The recipient is no longer an active member.')
  if (await hasOptedOut(deps, claimedMail))
    return withdrawnPreparation('The recipient has opted out of these emails.')
  if (claimedMail.kind === 'password_reset' && claimedMail.secret === null) return makeLink(deps, claimedMail)
  if (claimedMail.secret === null) return { kind: 'ready', secret: undefined }
  const secret = decryptContent(claimedMail.secret, deps.config.appSecret)
  if (secret === undefined) return withdrawnPreparation('The link was encrypted with another APP_SECRET.')
  if (claimedMail.kind === 'invitation') {
    const invitation = await findOpenInvitation(kysely, invitationId(secret), now)
    if (invitation === undefined)
      return withdrawnPreparation('The invitation was accepted, canceled or replaced.')
  }
  if (claimedMail.kind === 'partner_sign_in') {
    const hash = hashSecret('partner_link', secret, deps.config.appSecret)
    if (!(await isSignInLinkOpen(kysely, hash, now)))
      return withdrawnPreparation('The link was replaced by a newer one.')
  }
  if (claimedMail.kind === 'password_reset' && !(await isLinkOpen(deps, secret))) {
    return withdrawnPreparation('The password was already reset.')
  }
  return { kind: 'ready', secret }
}

async function isLinkOpen({ database, clock }: Deps, link: string): Promise<boolean> {
  const token = link.slice(link.indexOf('#') + 1)
  const identifier = hashVerification(resetIdentifier(token))
  return (await findVerificationEmail(database.kysely, identifier, clock.now())) !== undefined
}

const finishedPreparation = (outcome: MailOutcome): Preparation => ({ kind: 'over', outcome })
const withdrawnPreparation = (error: string) => finishedPreparation({ state: 'withdrawn', error })

function decryptContent(sealed: string, appSecret: string): string | undefined {
  try {
    return decryptSecret(sealed, appSecret)
  } catch {
    return undefined
  }
}

/** Returns whether the recipient has left the workspace since the email was queued. */
async function hasRecipientLeft(
  { database }: Deps,
  { kind, program_id, workspace_id, recipient }: ClaimedMail,
): Promise<boolean> {
  if (PARTNER_MAILS.some((one) => one === kind) || program_id === null || workspace_id === null) return false
  return !(await isActiveMember(database.kysely, workspace_id, recipient))
}

async function hasOptedOut(
  { database }: Deps,
  { kind, program_id, recipient }: ClaimedMail,
): Promise<boolean> {
  const optional = OPTIONAL_MAILS.find((one) => one === kind)
  if (optional === undefined || program_id === null) return false
  return isOptedOut(database.kysely, { programId: program_id, recipient, kind: optional })
}

/** Creates a password reset link right before sending, and reuses it for every attempt. */
async function makeLink(deps: Deps, claimedMail: ClaimedMail): Promise<Preparation> {
  const { link } = await createResetPasswordLink(deps, claimedMail.recipient)
  const sealed = encryptSecret(link, deps.config.appSecret, deps.ids.bytes(NONCE_BYTES))
  return (await saveMailSecret(deps.database.kysely, claimedMail, sealed))
    ? { kind: 'ready', secret: link }
    : { kind: 'lost' }
}

/**
 * Counts the email toward the recipient's hourly limit. Password resets and sign-in links are exempt, because they are
 * limited when they are requested. Otherwise, invitations could block someone's link or reveal that one was sent.
 * @returns undefined if the email may be sent, otherwise the start of the next hour
 */
async function reserveSlot(
  { config, database, clock }: Deps,
  { kind, recipient }: ClaimedMail,
): Promise<Date | undefined> {
  if (kind === 'password_reset' || kind === 'partner_sign_in') return undefined
  const hour = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS)
  const slot = { recipient, hour, maxMails: config.mailsPerRecipientHour }
  if (await reserveMailSlot(database.kysely, slot)) return undefined
  return new Date(hour.getTime() + HOUR_MS)
}

async function createOutgoingMail(
  { config, database, clock }: Deps,
  claimedMail: ClaimedMail,
  { secret, waiting }: Extract<Preparation, { kind: 'ready' }>,
): Promise<OutgoingMail> {
  const { publicUrl, appSecret, mail: settings } = config
  const { kind, recipient, program_id } = claimedMail
  const optional = OPTIONAL_MAILS.find((one) => one === kind)
  const unsubscribeUrl =
    optional === undefined || program_id === null
      ? undefined
      : `${publicUrl}/mail/unsubscribe?token=${signToken('unsubscribe', [program_id, recipient, optional], { expiresAt: null, appSecret })}`
  const language = await recipientLanguage(database.kysely, claimedMail)
  const senderName = settings?.from.name || new URL(publicUrl).hostname
  const { brand: found, programName } = await findMailBrand(database.kysely, claimedMail)
  const brand = found && { color: found.color, logoPath: logoPath(found), slug: found.slug }
  const replyTo = found?.reply_to ?? undefined
  const rendered = composeMail({
    kind,
    language,
    data: {
      ...(await loadMailData(database.kysely, claimedMail, clock.now())),
      ...(waiting !== undefined && { waiting }),
    },
    secret,
    senderName: programName ?? findOnlyProgram(waiting) ?? senderName,
    publicUrl,
    unsubscribeUrl,
    brand,
  })
  return { messageId: claimedMail.message_id, to: recipient, unsubscribeUrl, replyTo, ...rendered }
}

/** Returns the program's name if the address has applied to exactly one. */
function findOnlyProgram([first, other]: readonly WaitingApplication[] = []): string | undefined {
  return other === undefined ? first?.programName : undefined
}

/** Returns an email's data, including the part that is read when it is sent. */
async function loadMailData(
  queries: Queries,
  { kind, program_id, data }: ClaimedMail,
  now: Date,
): Promise<Record<string, unknown>> {
  if (program_id === null) return data
  if (kind === 'claim_decided') {
    return { ...data, claim: await findDecidedClaim(queries, program_id, Number(data.claimId)) }
  }
  if (kind !== 'partner_sale') return data
  const { lines } = data as unknown as MailData['partner_sale'] // safe because `NewMail` ties the data to its kind
  const commissionIds = lines.map(({ commissionId }) => commissionId)
  const earnings = await findSentEarnings(queries, program_id, { commissionIds, now })
  return {
    ...data,
    asOf: now.toISOString(),
    lines: lines.map((line) => ({ ...line, earning: earnings.get(line.commissionId) })),
  }
}

/**
 * Returns the branding for a mail's program. A sign-in link has none, because the account may have several; with
 * exactly one, its mail looks like the portal it opens.
 */
async function findMailBrand(
  queries: Queries,
  { kind, recipient, program_id }: Pick<ClaimedMail, 'kind' | 'recipient' | 'program_id'>,
): Promise<{ brand?: BrandRow | undefined; programName?: string | undefined }> {
  if (program_id !== null) return { brand: await findBrand(queries, program_id) }
  if (kind !== 'partner_sign_in') return {}
  const [programId, otherProgramId] = await listProgramsByPartner(queries, recipient, 2)
  if (programId === undefined || otherProgramId !== undefined) return {}
  const program = await findProgram(queries, programId)
  return { brand: await findBrand(queries, programId), programName: program?.name }
}

/**
 * Saves the result. An email that isn't saved as sent would be sent again, so this retries beyond the claim's
 * end while no other process could have claimed it.
 */
async function settle(
  deps: Deps,
  claimedMail: ClaimedMail,
  outcome: MailOutcome,
  signal: AbortSignal,
): Promise<MailResult> {
  const until = performance.now() + mailLimits.mailNoteMs
  for (;;) {
    try {
      const isSettled = await settleMail(deps.database.kysely, claimedMail, outcome)
      if (!isSettled) return 'lost'
      return outcome.state === 'pending' ? 'retried' : outcome.state
    } catch (error) {
      if (!isDatabaseUnavailable(error) || signal.aborted || performance.now() > until) throw error
      await setTimeout(mailLimits.mailNoteEveryMs)
    }
  }
}
