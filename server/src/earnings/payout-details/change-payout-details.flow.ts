import type { Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { NONCE_BYTES } from '../../core/privacy/secret-box.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { mailLimits } from '../../notifications/mail/limits.ts'
import type { MailData } from '../../notifications/mail/mail.ts'
import { writeMails } from '../../notifications/mail/write-mails.flow.ts'
import { findPartner, type PartnerRow } from '../../partners/enrollments/partners.sql.ts'
import { hasExternalEffects } from '../../workspace/programs/external-effects.rule.ts'
import { lockProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { usableFrom, versionInUse } from './details-state.rule.ts'
import { decryptDetails, encryptDetails } from './encrypted-details.rule.ts'
import { payoutDetailLimits } from './limits.ts'
import { maskedAccount } from './masked-account.rule.ts'
import {
  insertPayoutDetails,
  listPayoutDetails,
  type PayoutDetailsRow,
  recordPartnerChange,
  withdrawWaitingDetails,
} from './payout-details.sql.ts'
import type { PayoutDetails } from './payout-details.ts'

/** The enrollment that the details belong to, and the request that changes them. */
export interface DetailsOwner {
  programId: number
  partnerId: number
  requestId: string
}

export type DetailsChange = 'changed' | 'unchanged' | 'too_many' | 'no_partner'

/**
 * Saves a new version of a partner's payout details and emails the partner. The first version applies immediately. A
 * later version takes effect after a waiting period, so someone with brief access to the partner's mailbox can't
 * redirect a payout unnoticed, and replaces a version that is still waiting. Takes the payout batch lock, so a payout
 * uses either the old or the new version.
 */
export function setPayoutDetails(
  deps: Deps,
  owner: DetailsOwner,
  details: PayoutDetails,
): Promise<DetailsChange> {
  return withTransaction(deps, async (transaction) => {
    const locked = await lockDetails(deps, transaction, owner)
    if (locked === undefined) return 'no_partner'
    const { at, versions } = locked
    const location = { programId: owner.programId, partnerId: owner.partnerId }
    const { appSecret } = deps.config
    const latest = versions.find(({ withdrawn_at }) => withdrawn_at === null)
    if (latest !== undefined) {
      const latestDetails = decryptDetails(latest.sealed, { ...location, version: latest.version }, appSecret)
      if (JSON.stringify(latestDetails) === JSON.stringify(details)) return 'unchanged'
    }
    const dayAgo = at.getTime() - DAY_MS
    const todaysVersions = versions.filter(({ created_at }) => created_at.getTime() > dayAgo)
    if (todaysVersions.length >= payoutDetailLimits.payoutDetailsPerDay) return 'too_many'

    await withdrawWaitingDetails(transaction, owner.programId, owner.partnerId, at)
    const version = (versions[0]?.version ?? 0) + 1
    const inUse = versionInUse(versions, at)
    const usable_at = usableFrom(inUse, at, payoutDetailLimits.payoutDetailsWaitDays * DAY_MS)
    const encryption = { appSecret, nonce: deps.ids.bytes(NONCE_BYTES) }
    const { method } = details.account
    await insertPayoutDetails(transaction, {
      program_id: owner.programId,
      partner_id: owner.partnerId,
      version,
      method,
      sealed: encryptDetails(details, { ...location, version }, encryption),
      created_at: at,
      usable_at,
    })
    const account = maskedAccount(details.account)
    await recordPartnerChange(transaction, owner.programId, {
      action: 'payout_details.set',
      partnerId: owner.partnerId,
      at,
      requestId: owner.requestId,
      after: { version, method, account, usable_at: usable_at.toISOString() },
    })
    const change = usable_at <= at ? 'added' : 'changed'
    await notifyPartner(deps, transaction, locked, { change, version, method, account, usable_at })
    return 'changed'
  })
}

/** Withdraws a version that isn't in effect yet and emails the partner. The current version stays in use. */
export function withdrawPayoutDetails(
  deps: Deps,
  owner: DetailsOwner,
): Promise<'withdrawn' | 'nothing_waits' | 'no_partner'> {
  return withTransaction(deps, async (transaction) => {
    const locked = await lockDetails(deps, transaction, owner)
    if (locked === undefined) return 'no_partner'
    const { at, versions } = locked
    const location = { programId: owner.programId, partnerId: owner.partnerId }
    const withdrawn = await withdrawWaitingDetails(transaction, owner.programId, owner.partnerId, at)
    if (withdrawn.length === 0) return 'nothing_waits'
    await recordPartnerChange(transaction, owner.programId, {
      action: 'payout_details.withdraw',
      partnerId: owner.partnerId,
      at,
      requestId: owner.requestId,
      after: { versions: withdrawn },
    })
    // A change replaces a waiting one, so at most one version is waiting.
    const version = versions.find((one) => withdrawn.includes(one.version))
    if (version !== undefined) {
      const { appSecret } = deps.config
      const details = decryptDetails(version.sealed, { ...location, version: version.version }, appSecret)
      const account = details === 'unreadable' ? null : maskedAccount(details.account)
      await notifyPartner(deps, transaction, locked, { ...version, change: 'withdrawn', account })
    }
    return 'withdrawn'
  })
}

interface LockedDetails {
  program: ProgramRow
  partner: PartnerRow
  at: Date
  versions: PayoutDetailsRow[]
}

async function lockDetails(
  deps: Deps,
  transaction: Transaction<Schema>,
  { programId, partnerId }: DetailsOwner,
): Promise<LockedDetails | undefined> {
  const program = await lockProgram(transaction, programId)
  const at = deps.clock.now()
  const partner = await findPartner(transaction, programId, partnerId)
  // The partner may have closed their account in the meantime.
  if (program === undefined || partner === undefined || partner.status === 'closed') return undefined
  const versions = await listPayoutDetails(
    transaction,
    { programId, partnerId },
    { now: at, rows: payoutDetailLimits.payoutDetailsRows },
  )
  return { program, partner, at, versions }
}

async function notifyPartner(
  deps: Deps,
  transaction: Transaction<Schema>,
  { program, partner, at }: LockedDetails,
  details: Pick<PayoutDetailsRow, 'version' | 'method' | 'usable_at'> &
    Pick<MailData['payout_details_changed'], 'change' | 'account'>,
): Promise<void> {
  if (!hasExternalEffects(program)) return
  const { change, version, method, account, usable_at } = details
  await writeMails({ ...deps, clock: { now: () => at } }, transaction, [
    {
      kind: 'payout_details_changed',
      cause: `payout_details:${program.id}:${partner.partner_id}:${version}${change === 'withdrawn' ? ':withdrawn' : ''}`,
      recipient: partner.email,
      workspaceId: program.workspace_id,
      programId: program.id,
      data: {
        programId: program.id,
        programName: program.name,
        change,
        method,
        account,
        at: at.toISOString(),
        usableAt: usable_at.toISOString(),
      },
      expiresAt: new Date(at.getTime() + mailLimits.mailSendDays * DAY_MS),
    },
  ])
}
