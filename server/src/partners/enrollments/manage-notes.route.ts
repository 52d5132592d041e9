import Type, { type Static } from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { dataSchema, Instant, listSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { actorDisplayName } from '../../workspace/accounts/actor-name.rule.ts'
import { type ProgramCall, programRoute } from '../../workspace/programs/program-route.http.ts'
import { enrollmentLimits } from './limits.ts'
import { editNote, type NoteEditor, removeNote, writeNote } from './manage-notes.flow.ts'
import { listNotes, type NoteRow } from './partner-notes.sql.ts'
import { partnerNotFoundError } from './partner-response.http.ts'
import { findPartner } from './partners.sql.ts'

const PartnerNote = namedObject('PartnerNote', {
  id: Type.Integer(),
  text: Type.String(),
  version: Type.Integer({ description: 'Increases with each edit. Send it when you edit the note.' }),
  author: Type.String({ description: 'Name of the author.' }),
  isOwn: Type.Boolean({ description: 'Whether you are the author.' }),
  createdAt: Instant,
  editedAt: nullable(Instant),
  editedBy: nullable(Type.String({ description: 'Name of the last editor; null if never edited.' })),
})

const text = DisplayText(enrollmentLimits.maxNoteLength)
const WriteBody = Type.Object({ text })
const EditBody = Type.Object({
  text,
  version: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER - 1,
    description: 'The version that you read. Fails with 409 if the note has changed since.',
  }),
})

const NOTES_PATH = '/api/programs/:programId/partners/:partnerId/notes'

/**
 * Registers the routes for internal notes about a partner. Reading requires `tracking:list`, writing `partner:manage`.
 * Other members' notes can be changed with `program:update` (owners and admins).
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
    url: NOTES_PATH,
    operationId: 'listPartnerNotes',
    summary: 'List notes about a partner',
    description: 'Newest first.',
    permission: 'tracking:list',
    ids: { partnerId: partnerNotFoundError },
    query: { parameters: pageParameters, read: (query) => readPage(query) },
    response: listSchema(PartnerNote),
    handle: async ({ program, actorId, ids: { partnerId }, query: page }) => {
      if ((await findPartner(kysely, program.id, partnerId)) === undefined) throw partnerNotFoundError()
      const rows = await listNotes(kysely, program.id, partnerId, page)
      return toPage(rows, page, ['created_at', 'id'], (row) => showNote(row, actorId))
    },
  })
}

function registerWrite(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: NOTES_PATH,
    operationId: 'createPartnerNote',
    summary: 'Create a note about a partner',
    description: 'Only visible to the team.',
    permission: 'partner:manage',
    ids: { partnerId: partnerNotFoundError },
    body: { schema: WriteBody },
    status: 201,
    response: dataSchema(PartnerNote),
    errors: [409],
    handle: async ({ ctx, program, actorId, ids: { partnerId }, body }) => {
      const note = { partnerId, authorId: actorId, text: body.text.trim() }
      const outcome = await writeNote(ctx, program.id, note)
      if (outcome === 'no_partner') throw partnerNotFoundError()
      if (outcome === 'too_many_notes') {
        const maxNotes = enrollmentLimits.notesPerPartner
        throw new ApiError(
          'conflict',
          `This partner already has the maximum of ${maxNotes} notes. Delete one first.`,
          {
            most: maxNotes,
          },
        )
      }
      return { data: showNote(outcome, actorId) }
    },
  })
}

function registerEdit(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'PATCH',
    url: `${NOTES_PATH}/:noteId`,
    operationId: 'updatePartnerNote',
    summary: 'Update a note about a partner',
    description: 'Members can edit their own notes. Owners and admins can edit all notes.',
    permission: 'partner:manage',
    ids: { partnerId: partnerNotFoundError, noteId: noteNotFoundError },
    body: { schema: EditBody },
    response: dataSchema(PartnerNote),
    errors: [409],
    handle: async ({ ctx, program, actorId, may, ids, body }) => {
      const edit = { text: body.text.trim(), version: body.version, by: editor({ actorId, may }) }
      const edited = await editNote(ctx, { programId: program.id, ...ids }, edit)
      if (edited === 'no_note') throw noteNotFoundError()
      if (edited === 'not_yours') throw notAuthorError('edit')
      if ('changedTo' in edited) {
        const message = 'This note was edited in the meantime. Reload it before you edit it.'
        throw new ApiError('conflict', message, { version: edited.changedTo })
      }
      return { data: showNote(edited, actorId) }
    },
  })
}

function registerDelete(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'DELETE',
    url: `${NOTES_PATH}/:noteId`,
    operationId: 'deletePartnerNote',
    summary: 'Delete a note about a partner',
    description:
      'This can’t be undone. Members can delete their own notes. Owners and admins can delete all notes.',
    permission: 'partner:manage',
    ids: { partnerId: partnerNotFoundError, noteId: noteNotFoundError },
    response: dataSchema(Type.Object({ id: Type.Integer() })),
    handle: async ({ ctx, program, actorId, may, ids }) => {
      const noteKey = { programId: program.id, ...ids }
      const outcome = await removeNote(ctx, noteKey, editor({ actorId, may }))
      if (outcome === 'no_note') throw noteNotFoundError()
      if (outcome === 'not_yours') throw notAuthorError('delete')
      return { data: { id: ids.noteId } }
    },
  })
}

function editor({ actorId, may }: Pick<ProgramCall<never, unknown, unknown>, 'actorId' | 'may'>): NoteEditor {
  return { actorId, mayChangeOthers: may('program:update') }
}

function noteNotFoundError() {
  return new ApiError('not_found', 'The partner has no note with this ID.')
}

function notAuthorError(verb: 'edit' | 'delete') {
  return new ApiError('forbidden', `Only the author, owners and admins can ${verb} this note.`)
}

function showNote(row: NoteRow, actorId: string): Static<typeof PartnerNote> {
  return {
    ...toResponseFields(row),
    author: actorDisplayName(row.author_id, row.author_name),
    isOwn: row.author_id === actorId,
    editedBy: row.edited_by === null ? null : actorDisplayName(row.edited_by, row.editor_name),
  }
}
