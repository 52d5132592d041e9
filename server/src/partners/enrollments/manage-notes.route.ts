import Type, { type Static } from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { dataOf, Instant, isoOrNull, listOf, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { nameOfActor } from '../../workspace/accounts/actor-name.rule.ts'
import { type ProgramCall, programRoute } from '../../workspace/programs/program-route.http.ts'
import { enrollmentLimits } from './limits.ts'
import { editNote, type NoteEditor, removeNote, writeNote } from './manage-notes.flow.ts'
import { noSuchPartner } from './partner-answer.http.ts'
import { listNotes, type NoteRow } from './partner-notes.sql.ts'
import { findPartner } from './partners.sql.ts'

const PartnerNote = namedObject('PartnerNote', {
  id: Type.Integer(),
  text: Type.String(),
  version: Type.Integer({ description: 'Grows with each edit. Whoever edits names the one seen.' }),
  author: Type.String({ description: 'By name.' }),
  isOwn: Type.Boolean({ description: 'You wrote it.' }),
  createdAt: Instant,
  editedAt: nullable(Instant),
  editedBy: nullable(Type.String({ description: 'By name; null: it is as it was written.' })),
})

const text = DisplayText(enrollmentLimits.noteChars)
const WriteBody = Type.Object({ text })
const EditBody = Type.Object({
  text,
  version: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER - 1,
    description: 'Of the note as you saw it: when somebody was first, the answer is 409.',
  }),
})

const NOTES = '/api/programs/:programId/partners/:partnerId/notes'

/**
 * Notes about a partner, which no partner ever sees: reading takes `tracking:list`, writing `partner:manage`. A note is its
 * author's to change, and that of who may change the program (`program:update`: owners and admins).
 */
export function registerManageNotes(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerWrite(app, deps)
  registerEdit(app, deps)
  registerDelete(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  const { kysely } = deps.database
  programRoute(app, deps, {
    method: 'GET',
    url: NOTES,
    operationId: 'listPartnerNotes',
    summary: 'List the notes about a partner',
    description: 'The newest first.',
    permission: 'tracking:list',
    ids: { partnerId: noSuchPartner },
    query: { parameters: pageParameters, read: (query) => readPage(query) },
    answer: listOf(PartnerNote),
    handle: async ({ program, actorId, ids: { partnerId }, query: page }) => {
      if ((await findPartner(kysely, program.id, partnerId)) === undefined) throw noSuchPartner()
      const rows = await listNotes(kysely, program.id, partnerId, page)
      return toPage(
        rows,
        page,
        (row) => ({ at: row.created_at, id: row.id }),
        (row) => showNote(row, actorId),
      )
    },
  })
}

function registerWrite(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: NOTES,
    operationId: 'createPartnerNote',
    summary: 'Write a note about a partner',
    description: 'For the team alone: no partner sees it.',
    permission: 'partner:manage',
    ids: { partnerId: noSuchPartner },
    body: { schema: WriteBody },
    status: 201,
    answer: dataOf(PartnerNote),
    errors: [409],
    handle: async ({ ctx, program, actorId, ids: { partnerId }, body }) => {
      const note = { partnerId, authorId: actorId, text: body.text.trim() }
      const written = await writeNote(ctx, program.id, note)
      if (written === 'no_partner') throw noSuchPartner()
      if (written === 'too_many_notes') {
        const most = enrollmentLimits.notesPerPartner
        throw new ApiError('conflict', `There are ${most} notes about this partner: delete one first.`, {
          most,
        })
      }
      return { data: showNote(written, actorId) }
    },
  })
}

function registerEdit(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'PATCH',
    url: `${NOTES}/:noteId`,
    operationId: 'updatePartnerNote',
    summary: 'Edit a note about a partner',
    description: 'One’s own; owners and admins edit those of others too.',
    permission: 'partner:manage',
    ids: { partnerId: noSuchPartner, noteId: noSuchNote },
    body: { schema: EditBody },
    answer: dataOf(PartnerNote),
    errors: [409],
    handle: async ({ ctx, program, actorId, may, ids, body }) => {
      const edit = { text: body.text.trim(), version: body.version, by: editor({ actorId, may }) }
      const edited = await editNote(ctx, { programId: program.id, ...ids }, edit)
      if (edited === 'no_note') throw noSuchNote()
      if (edited === 'not_yours') throw notYours('edit')
      if ('changedTo' in edited) {
        const message = 'Somebody has edited this note meanwhile: read it again, then edit what it says now.'
        throw new ApiError('conflict', message, { version: edited.changedTo })
      }
      return { data: showNote(edited, actorId) }
    },
  })
}

function registerDelete(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'DELETE',
    url: `${NOTES}/:noteId`,
    operationId: 'deletePartnerNote',
    summary: 'Delete a note about a partner',
    description: 'For good. One’s own; owners and admins delete those of others too.',
    permission: 'partner:manage',
    ids: { partnerId: noSuchPartner, noteId: noSuchNote },
    answer: dataOf(Type.Object({ id: Type.Integer() })),
    handle: async ({ ctx, program, actorId, may, ids }) => {
      const place = { programId: program.id, ...ids }
      const removed = await removeNote(ctx, place, editor({ actorId, may }))
      if (removed === 'no_note') throw noSuchNote()
      if (removed === 'not_yours') throw notYours('delete')
      return { data: { id: ids.noteId } }
    },
  })
}

function editor({ actorId, may }: Pick<ProgramCall<never, unknown, unknown>, 'actorId' | 'may'>): NoteEditor {
  return { actorId, mayChangeOthers: may('program:update') }
}

function noSuchNote() {
  return new ApiError('not_found', 'The partner has no note of this id.')
}

function notYours(verb: 'edit' | 'delete') {
  return new ApiError('forbidden', `Somebody else wrote this note: owners and admins may ${verb} it.`)
}

function showNote(row: NoteRow, actorId: string): Static<typeof PartnerNote> {
  return {
    id: row.id,
    text: row.text,
    version: row.version,
    author: nameOfActor(row.author_id, row.author_name),
    isOwn: row.author_id === actorId,
    createdAt: row.created_at.toISOString(),
    editedAt: isoOrNull(row.edited_at),
    editedBy: row.edited_by === null ? null : nameOfActor(row.edited_by, row.editor_name),
  }
}
