import { sql } from 'kysely'
import type { Queries } from './database.ts'

export interface Installation {
  /** Fingerprint of the `APP_SECRET` the data depends on; undefined until a process claims it. */
  secretFingerprint: string | undefined
  /** Events before this time send no mail. Set at the first start, at a restore, and when mail is enabled. */
  notifyFrom: Date
  backedUpAt: Date | undefined
}

/** Returns undefined before the first start, and if the schema is older than the table. */
export async function findInstallation(queries: Queries): Promise<Installation | undefined> {
  const table = await sql`select 1 where to_regclass('installation') is not null`.execute(queries)
  if (table.rows.length === 0) return undefined
  const row = await queries.selectFrom('installation').selectAll().executeTakeFirst()
  return (
    row && {
      secretFingerprint: row.secret_fingerprint ?? undefined,
      notifyFrom: row.notify_from,
      backedUpAt: row.backed_up_at ?? undefined,
    }
  )
}

/** Returns the time of the last successful `affiliate backup`. Requires a migrated database. */
export async function findLastBackup(queries: Queries): Promise<Date | null> {
  const row = await queries.selectFrom('installation').select('backed_up_at').executeTakeFirst()
  return row?.backed_up_at ?? null
}

/** Records the secret as the installation's unless it already has one: the first process wins. */
export async function claimFingerprint(queries: Queries, fingerprint: string, now: Date): Promise<void> {
  await sql`
    insert into installation as i (secret_fingerprint, notify_from) values (${fingerprint}, ${now}::timestamptz)
    on conflict (is_only) do update set secret_fingerprint = excluded.secret_fingerprint
    where i.secret_fingerprint is null`.execute(queries)
}

/**
 * Replaces the secret's fingerprint.
 * @returns false if another process has already done so; nothing was written
 */
export async function replaceFingerprint(
  queries: Queries,
  previous: string,
  fingerprint: string,
): Promise<boolean> {
  const updatedRow = await queries
    .updateTable('installation')
    .set({ secret_fingerprint: fingerprint })
    .where('secret_fingerprint', '=', previous)
    .returning('is_only')
    .execute()
  return updatedRow.length > 0
}

/**
 * Records that the database was restored.
 * @param fingerprint of the secret it depends on from now on; null leaves the choice to the next start
 */
export async function saveRestored(queries: Queries, fingerprint: string | null, now: Date): Promise<void> {
  await sql`
    insert into installation (secret_fingerprint, notify_from) values (${fingerprint}, ${now}::timestamptz)
    on conflict (is_only) do update
    set secret_fingerprint = excluded.secret_fingerprint, notify_from = excluded.notify_from`.execute(queries)
}

/** Records whether mail is enabled. Enabling it doesn't send mail about earlier events. */
export async function saveMailEnabled(queries: Queries, isOn: boolean, now: Date): Promise<void> {
  await sql`
    update installation set sends_mail = ${isOn},
      notify_from = case when ${isOn} then ${now}::timestamptz else notify_from end
    where sends_mail <> ${isOn}`.execute(queries)
}

/** Returns `since`, or the time from which events send mail if that is later. */
export async function notificationStart(queries: Queries, since: Date): Promise<Date> {
  const from = (await findInstallation(queries))?.notifyFrom
  return from !== undefined && from > since ? from : since
}

export async function saveBackupTime(queries: Queries, at: Date): Promise<void> {
  await queries.updateTable('installation').set({ backed_up_at: at }).execute()
}
