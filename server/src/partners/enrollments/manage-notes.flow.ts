import { withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import { enrollmentLimits } from './limits.ts'
import {
  countNotes,
  deleteNote,
  findNote,
  insertNote,
  lockNote,
  type NoteKey,
  type NoteRow,
  updateNote,
} from './partner-notes.sql.ts'
import { lockProgramEnrollment } from './partners.sql.ts'

/** The member who changes a note, and whether they may change other members' notes. */
export interface NoteEditor {
  actorId: string
  mayChangeOthers: boolean
}

/** Adds a note about a partner. Locks the partner to enforce the limit and keep notes in order. */
export function writeNote(
  deps: Deps,
  programId: number,
  { partnerId, authorId, text }: { partnerId: number; authorId: string; text: string },
): Promise<NoteRow | 'no_partner' | 'too_many_notes'> {
  return withTransaction(deps, async (transaction) => {
    if (!(await lockProgramEnrollment(transaction, programId, partnerId))) return 'no_partner'
    const { notes, newest } = await countNotes(transaction, programId, partnerId)
    if (notes >= enrollmentLimits.notesPerPartner) return 'too_many_notes'
    const now = deps.clock.now()
    // Other processes' clocks may be ahead, but the newest note must sort first.
    const created_at = newest !== null && newest > now ? newest : now
    const note = { program_id: programId, partner_id: partnerId, author_id: authorId, text, created_at }
    const noteId = await insertNote(transaction, note)
    return requireNote(await findNote(transaction, { programId, partnerId, noteId }))
  })
}

/** Updates a note if its version is unchanged. */
export function editNote(
  deps: Deps,
  noteKey: NoteKey,
  { text, version, by }: { text: string; version: number; by: NoteEditor },
): Promise<NoteRow | 'no_note' | 'not_yours' | { changedTo: number }> {
  return withTransaction(deps, async (transaction) => {
    const note = await lockNote(transaction, noteKey)
    if (note === undefined) return 'no_note'
    if (!mayChange(note, by)) return 'not_yours'
    if (note.version !== version) return { changedTo: note.version }
    const at = deps.clock.now()
    if (!(await updateNote(transaction, noteKey, { text, version, by: by.actorId, at }))) {
      throw new WriteConflictError('the note was changed without its lock')
    }
    return requireNote(await findNote(transaction, noteKey))
  })
}

/** Deletes a note permanently, including its text. */
export function removeNote(
  deps: Deps,
  place: NoteKey,
  by: NoteEditor,
): Promise<'removed' | 'no_note' | 'not_yours'> {
  return withTransaction(deps, async (transaction) => {
    const note = await lockNote(transaction, place)
    if (note === undefined) return 'no_note'
    if (!mayChange(note, by)) return 'not_yours'
    return (await deleteNote(transaction, place)) ? 'removed' : 'no_note'
  })
}

function mayChange({ author_id }: { author_id: string }, { actorId, mayChangeOthers }: NoteEditor): boolean {
  return mayChangeOthers || author_id === actorId
}

function requireNote(note: NoteRow | undefined): NoteRow {
  if (note === undefined) throw new WriteConflictError('the note was deleted in the meantime')
  return note
}
