import type { Queries } from '../../core/database/database.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Ids } from '../../core/deps.ts'
import { decryptSecret, encryptSecret, NONCE_BYTES } from '../../core/privacy/secret-box.rule.ts'
import { debtorLocation, detailsContext } from '../../earnings/payout-details/encrypted-details.rule.ts'
import { listStatsPrograms } from '../../statistics/stats-programs.sql.ts'
import { reencryptSecondFactors } from '../../workspace/sign-in/reencrypt-second-factors.adapter.ts'
import {
  type EncryptedColumn,
  type EncryptedRow,
  listEncrypted,
  saveEncrypted,
} from './encrypted-values.sql.ts'

type ReencryptedColumn = EncryptedColumn & { getContext: (programId: number, row: EncryptedRow) => string }

const unboundContext = () => ''

/**
 * Columns to re-encrypt. Values that are encrypted for a day or less (links, idempotent responses) are left to expire.
 */
const ENCRYPTED_COLUMNS: readonly ReencryptedColumn[] = [
  { table: 'webhook_endpoints', column: 'secret', keys: ['id'], getContext: unboundContext },
  { table: 'webhook_endpoints', column: 'previous_secret', keys: ['id'], getContext: unboundContext },
  {
    table: 'processor_accounts',
    column: 'webhook_secret',
    keys: ['processor', 'account_id'],
    getContext: unboundContext,
  },
  {
    table: 'processor_accounts',
    column: 'api_key',
    keys: ['processor', 'account_id'],
    getContext: unboundContext,
  },
  {
    table: 'payout_details',
    column: 'sealed',
    keys: ['partner_id', 'version'],
    getContext: (programId, { partner_id, version }) =>
      detailsContext({ programId, partnerId: Number(partner_id), version: Number(version) }),
  },
  { table: 'payout_settings', column: 'debtor', keys: [], getContext: debtorLocation },
]

/**
 * Re-encrypts values from the previous secret with a new one.
 * @returns the number of values
 */
export async function reencrypt(
  transaction: Queries,
  { previous, secret, ids }: { previous: string; secret: string; ids: Pick<Ids, 'bytes'> },
): Promise<number> {
  await allowLongStatements(transaction, 0)
  let count = await reencryptSecondFactors(transaction, { previous, secret })
  for (const { id } of await listStatsPrograms(transaction)) {
    for (const column of ENCRYPTED_COLUMNS) {
      for (const row of await listEncrypted(transaction, id, column)) {
        const place = column.getContext(id, row)
        const decryptedValue = tryDecrypting(row.sealed, previous, place)
        if (decryptedValue === undefined) continue
        const sealed = encryptSecret(decryptedValue, secret, ids.bytes(NONCE_BYTES), place)
        await saveEncrypted(transaction, id, column, { ...row, sealed })
        count++
      }
    }
  }
  return count
}

/** Decrypts a value. Returns undefined if it was encrypted with a secret that was lost earlier. */
function tryDecrypting(sealed: string, secret: string, place: string): string | undefined {
  try {
    return decryptSecret(sealed, secret, place)
  } catch {
    return undefined
  }
}
