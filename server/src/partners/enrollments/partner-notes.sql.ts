import type { Selectable, Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'

/** A note with the names of its author and last editor. They are null for keys and former members. */
export interface NoteRow extends Selectable<Schema['partner_notes']> {
  author_name: string | null
  editor_name: string | null
}

/** A note's partner and program. */
export interface NoteKey {
  programId: number
  partnerId: number
  noteId: number
}

export function listNotes(queries: Queries, programId: number, partnerId: number, page: PageRequest) {
  const query = selectNotes(queries, programId).where('n.partner_id', '=', partnerId)
  return selectPage(query, 'n.created_at', 'n.id', page)
}

export function findNote(queries: Queries, { programId, partnerId, noteId }: NoteKey) {
  return selectNotes(queries, programId)
    .where('n.partner_id', '=', partnerId)
    .where('n.id', '=', noteId)
    .executeTakeFirst()
}

/** Returns the number of a partner's notes and the time of the newest one. */
export function countNotes(queries: Queries, programId: number, partnerId: number) {
  return queries
    .selectFrom('partner_notes')
    .select(({ fn }) => [fn.countAll<number>().as('notes'), fn.max('created_at').as('newest')])
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
}

/**
 * Inserts a note.
 * @returns its ID
 */
export async function insertNote(
  transaction: Transaction<Schema>,
  note: { program_id: number; partner_id: number; author_id: string; text: string; created_at: Date },
): Promise<number> {
  const { id } = await transaction
    .insertInto('partner_notes')
    .values(note)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Loads and locks a note. */
export function lockNote(queries: Queries, { programId, partnerId, noteId }: NoteKey) {
  return queries
    .selectFrom('partner_notes')
    .select(['author_id', 'version'])
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .where('id', '=', noteId)
    .forUpdate()
    .executeTakeFirst()
}

/** Updates a note. @returns false if there is no such note with this version */
export async function updateNote(
  transaction: Transaction<Schema>,
  { programId, partnerId, noteId }: NoteKey,
  { text, version, by, at }: { text: string; version: number; by: string; at: Date },
): Promise<boolean> {
  const updated = await transaction
    .updateTable('partner_notes')
    .set({ text, version: version + 1, edited_at: at, edited_by: by })
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .where('id', '=', noteId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Deletes a note. @returns false if there is no such note */
export async function deleteNote(
  transaction: Transaction<Schema>,
  { programId, partnerId, noteId }: NoteKey,
): Promise<boolean> {
  const deleted = await transaction
    .deleteFrom('partner_notes')
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .where('id', '=', noteId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

function selectNotes(queries: Queries, programId: number) {
  return queries
    .selectFrom('partner_notes as n')
    .leftJoin('users as a', 'a.id', 'n.author_id')
    .leftJoin('users as e', 'e.id', 'n.edited_by')
    .selectAll('n')
    .select(['a.name as author_name', 'e.name as editor_name'])
    .where('n.program_id', '=', programId)
}
