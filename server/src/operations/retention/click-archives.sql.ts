import { type Insertable, type Selectable, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { Month } from './retention.ts'

export type ClickArchiveRow = Selectable<Schema['click_archives']>

const firstDay = (month: Month) => `${month.name}-01`

/** Lists archives and deletion records, by program, month and part. */
export function listClickArchives(
  queries: Queries,
  {
    programId,
    month,
    isOpen = false,
  }: { programId?: number | undefined; month?: Month; isOpen?: boolean } = {},
) {
  let query = queries.selectFrom('click_archives').selectAll()
  if (programId !== undefined) query = query.where('program_id', '=', programId)
  if (month !== undefined) query = query.where('month', '=', firstDay(month))
  if (isOpen) query = query.where('dropped_at', 'is', null)
  return query.orderBy('program_id').orderBy('month').orderBy('part').execute()
}

/** Returns the latest archive whose clicks were deleted, which makes it their only copy. */
export async function findNewestArchive(
  queries: Queries,
): Promise<{ name: string; place: string } | undefined> {
  const row = await queries
    .selectFrom('click_archives')
    .select(['name', 'place'])
    .where('name', 'is not', null)
    .where('dropped_at', 'is not', null)
    .orderBy('archived_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined || row.name === null || row.place === null
    ? undefined
    : { name: row.name, place: row.place }
}

export async function saveClickArchive(
  queries: Queries,
  month: Month,
  archive: Omit<Insertable<Schema['click_archives']>, 'month'>,
): Promise<void> {
  await queries
    .insertInto('click_archives')
    .values({ ...archive, month: firstDay(month) })
    .execute()
}

/** Adds clicks deleted without an archive to the month's record. */
export async function insertDeletedClicks(
  queries: Queries,
  month: Month,
  deleted: DeletedClicks,
): Promise<void> {
  const { programId, part, clicks, testClicks, keysHash, latestTest, at } = deleted
  await sql`
    insert into click_archives as a (program_id, month, part, clicks, test_clicks, keys_hash, latest_test_id,
      latest_test_at, archived_at, dropped_at)
    values (${programId}, ${firstDay(month)}::date, ${part}, ${clicks}, ${testClicks}, ${keysHash}::numeric,
      ${latestTest?.id ?? null}, ${latestTest?.received_at ?? null}, ${at}, ${at})
    on conflict (program_id, month, part) do update set clicks = a.clicks + excluded.clicks,
      test_clicks = a.test_clicks + excluded.test_clicks, keys_hash = a.keys_hash + excluded.keys_hash,
      latest_test_id = coalesce(excluded.latest_test_id, a.latest_test_id),
      latest_test_at = coalesce(excluded.latest_test_at, a.latest_test_at), dropped_at = excluded.dropped_at`.execute(
    queries,
  )
}

export interface DeletedClicks {
  programId: number
  part: number
  clicks: number
  testClicks: number
  keysHash: string
  latestTest: { id: number; received_at: Date } | undefined
  at: Date
}

/** Deletes an archive's record if its clicks all still exist. */
export async function deleteClickArchive(
  queries: Queries,
  { program_id, month, part }: ClickArchiveRow,
): Promise<void> {
  await queries
    .deleteFrom('click_archives')
    .where('program_id', '=', program_id)
    .where('month', '=', month)
    .where('part', '=', part)
    .where('dropped_at', 'is', null)
    .execute()
}

/**
 * Marks archives as deleted from the database.
 * @throws {Error} if one of them was no longer open
 */
export async function closeClickArchive(
  queries: Queries,
  { program_id, month, part }: Pick<ClickArchiveRow, 'program_id' | 'month' | 'part'>,
  at: Date,
): Promise<void> {
  const closed = await queries
    .updateTable('click_archives as a')
    .set({ dropped_at: at })
    .where('a.program_id', '=', program_id)
    .where('a.month', '=', month)
    .where('a.part', '=', part)
    .where('a.dropped_at', 'is', null)
    .returning('a.part')
    .executeTakeFirst()
  if (closed === undefined)
    throw new Error(`the archive of ${program_id}, ${month}, part ${part} is not open`)
}

export interface ArchivedMonths {
  program_id: number
  /** `YYYY-MM`. */
  first: string
  last: string
}

/** Returns the first and last deleted month of each program. */
export async function listArchivedMonths(queries: Queries, programId?: number) {
  const { rows } = await sql<ArchivedMonths>`
    select program_id, to_char(min(month), 'YYYY-MM') as first, to_char(max(month), 'YYYY-MM') as last
    from click_archives where clicks > 0 ${programId === undefined ? sql`` : sql`and program_id = ${programId}`}
    group by program_id order by program_id`.execute(queries)
  return rows
}

/** Lists months whose clicks were deleted before `before` but whose dimensions still exist. */
export async function listDimensionsToDrop(queries: Queries, before: Date) {
  const { rows } = await sql<{ program_id: number; month: string }>`
    select g.program_id, g.month from (
      select a.program_id, a.month from click_archives a
      group by a.program_id, a.month
      having bool_and(a.dropped_at is not null and a.dropped_at < ${before}::timestamptz)
    ) g
    where exists (select from click_dimensions d where d.program_id = g.program_id and d.month = g.month)
    order by g.program_id, g.month`.execute(queries)
  return rows
}

/** Deletes a month's dimensions if it has no clicks. */
export async function dropDimensions(
  queries: Queries,
  programId: number,
  { name, from, to }: Month,
): Promise<void> {
  await sql`
    delete from click_dimensions as d where d.program_id = ${programId} and d.month = ${`${name}-01`}::date
      and not exists (
        select from click_events e
        where e.program_id = ${programId} and e.received_at >= ${from} and e.received_at < ${to})`.execute(
    queries,
  )
}
