import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Queries } from '../../core/database/database.ts'

/**
 * Re-encrypts the keys and recovery codes of second factors, in the library's format.
 * @returns the number of values
 */
export async function reencryptSecondFactors(
  transaction: Queries,
  { previous, secret }: { previous: string; secret: string },
): Promise<number> {
  const change = async (data: string) => {
    const plaintext = await symmetricDecrypt({ key: previous, data }).catch(() => undefined)
    return plaintext === undefined ? data : symmetricEncrypt({ key: secret, data: plaintext })
  }
  const rows = await transaction
    .selectFrom('two_factors')
    .select(['id', 'secret', 'backup_codes'])
    .forUpdate()
    .execute()
  for (const row of rows) {
    await transaction
      .updateTable('two_factors')
      .set({ secret: await change(row.secret), backup_codes: await change(row.backup_codes) })
      .where('id', '=', row.id)
      .execute()
  }
  return rows.length * 2
}
