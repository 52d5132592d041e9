import Type, { type Static } from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { PAYOUT_METHODS } from '../../core/enums.ts'
import { choice, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import { DETAILS_STATES, detailsState, versionInUse } from './details-state.rule.ts'
import { decryptDetails } from './encrypted-details.rule.ts'
import { payoutDetailLimits } from './limits.ts'
import { maskedAccount } from './masked-account.rule.ts'
import { listPayoutDetails } from './payout-details.sql.ts'
import { PAYEE_KINDS } from './payout-details.ts'

export const PayoutDetailsVersion = namedObject('PayoutDetailsVersion', {
  version: Type.Integer({ description: 'Starts at 1. Payouts refer to the version they use.' }),
  method: choice(PAYOUT_METHODS, 'PayoutMethod'),
  account: nullable(
    Type.String({
      description:
        'Masked: `DE•• •••• 3000`. Null if it can’t be decrypted, or was erased after the partner closed their account.',
    }),
  ),
  country: nullable(Type.String()),
  state: choice(DETAILS_STATES, 'PayoutDetailsState'),
  createdAt: Instant,
  usableAt: Type.String({ format: 'date-time', description: 'When payouts start to use this version.' }),
  withdrawnAt: nullable(Instant),
})

/** The part of payout details that may be shown again: everything except the account and tax ID. */
export const Payee = namedObject('Payee', {
  payeeKind: choice(PAYEE_KINDS, 'PayeeKind'),
  legalName: Type.String(),
  address: Type.String(),
  city: Type.String(),
  postalCode: Type.String(),
  country: Type.String(),
  hasTaxId: Type.Boolean(),
})

/**
 * Returns a version's payee, by default from the newest version that wasn't withdrawn; null if there is no version or
 * it can't be decrypted.
 */
export async function showPayee(
  { database, config, clock }: Pick<Deps, 'database' | 'config' | 'clock'>,
  { programId, partnerId, version }: { programId: number; partnerId: number; version: number | undefined },
): Promise<Static<typeof Payee> | null> {
  const rows = await listPayoutDetails(
    database.kysely,
    { programId, partnerId },
    { now: clock.now(), rows: payoutDetailLimits.payoutDetailsRows },
  )
  const found = rows.find((row) =>
    version === undefined ? row.withdrawn_at === null : row.version === version,
  )
  if (found === undefined) return null
  const location = { programId, partnerId, version: found.version }
  const details = decryptDetails(found.sealed, location, config.appSecret)
  if (details === 'unreadable') return null
  const { payee_kind, legal_name, address, city, postal_code, country, tax_id } = details
  return {
    payeeKind: payee_kind,
    legalName: legal_name,
    address,
    city,
    postalCode: postal_code,
    country,
    hasTaxId: tax_id !== null,
  }
}

/** Returns a partner's details in all versions, masked, newest first. */
export async function showPayoutDetails(
  { database, config, clock }: Pick<Deps, 'database' | 'config' | 'clock'>,
  programId: number,
  partnerId: number,
): Promise<Static<typeof PayoutDetailsVersion>[]> {
  const now = clock.now()
  const rows = await listPayoutDetails(
    database.kysely,
    { programId, partnerId },
    { now, rows: payoutDetailLimits.payoutDetailsRows },
  )
  const inUse = versionInUse(rows, now)
  return rows.map((row) => {
    const details = decryptDetails(
      row.sealed,
      { programId, partnerId, version: row.version },
      config.appSecret,
    )
    const isReadable = details !== 'unreadable'
    return {
      ...toResponseFields(row),
      account: isReadable ? maskedAccount(details.account) : null,
      country: isReadable ? details.country : null,
      state: detailsState(row, inUse, now),
    }
  })
}
