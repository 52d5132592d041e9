import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api, read } from '../../api/client.ts'
import { partnerNotesQuery } from '../../api/partner-queries.ts'
import type { PartnerNote } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { focusPage } from '../../ui/focus-page.ts'
import { FormError } from '../../ui/form-error.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'

const MAX_CHARS = 2000

/** The team's private notes on a partner. */
export function PartnerNotes({ partnerId }: { partnerId: number }) {
  const canManage = usePermissionCheck()('partner:manage')
  const list = useInfiniteQuery(partnerNotesQuery(useProgramId(), partnerId))
  return (
    <Card aria-label={t('partners.notes')}>
      <CardHeader title={t('partners.notes')} description={t('partners.onlyYourTeamCanSee')} />
      {canManage && <WriteNote partnerId={partnerId} />}
      <PagedRows
        list={list}
        loadingRows={1}
        empty={<p className="px-4 pt-3 pb-4 text-ink-3 sm:px-5">{t('partners.noNotesYet')}</p>}
        className="mt-3 border-t"
      >
        {(notes) => (
          <ul className="divide-y">
            {notes.map((note) => (
              <Note key={note.id} partnerId={partnerId} note={note} />
            ))}
          </ul>
        )}
      </PagedRows>
    </Card>
  )
}

function WriteNote({ partnerId }: { partnerId: number }) {
  const { params, refresh, removeNote } = useNoteWrite(partnerId)
  const { showSuccess } = useToasts()
  const form = useForm({
    fields: ['text'],
    readForm(typed) {
      const text = readText(typed, 'text')
      return text === '' ? new FieldErrors({ text: t('partners.enterNote') }) : { text }
    },
    save: (body) => read(api.POST('/api/programs/{programId}/partners/{partnerId}/notes', { params, body })),
    async onSaved({ data: note }, _text, element) {
      showSuccess(t('partners.noteAdded'), () => removeNote(note.id))
      element.reset()
      await refresh()
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-2 px-4 pt-3 sm:px-5">
      <Field label={t('partners.newNote')} error={form.getError('text')}>
        {(control) => <TextArea {...control} name="text" rows={3} maxLength={MAX_CHARS} />}
      </Field>
      <FormError error={form.error} />
      <Button type="submit" className="self-start" isBusy={form.isBusy}>
        {t('partners.addNote')}
      </Button>
    </form>
  )
}

function Note({ partnerId, note }: { partnerId: number; note: PartnerNote }) {
  const { timeZone } = useProgram()
  const can = usePermissionCheck()
  const [action, setAction] = useState<'edit' | 'delete'>()
  const canChange = can('partner:manage') && (note.isOwn || can('program:update'))
  const close = () => setAction(undefined)
  return (
    <li className="flex flex-col gap-1 px-4 py-3 sm:px-5">
      <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
      <p className="wrap-anywhere text-ink-3 text-xs">
        {note.author}, {formatInstant(note.createdAt, timeZone)}
        {note.editedAt !== null &&
          t('partners.editedByEditedByEditedAt', {
            editedBy: note.editedBy,
            editedAt: formatInstant(note.editedAt, timeZone),
          })}
      </p>
      {canChange && (
        <div className="-ml-2 flex flex-wrap gap-1">
          <Button size="small" look="quiet" onClick={() => setAction('edit')}>
            {rich('partners.editNoteByAuthor', {
              author: note.author,
              span: (children) => <span className="sr-only">{children}</span>,
            })}
          </Button>
          <Button size="small" look="quiet" onClick={() => setAction('delete')}>
            {rich('partners.deleteNoteByAuthor', {
              author: note.author,
              span: (children) => <span className="sr-only">{children}</span>,
            })}
          </Button>
        </div>
      )}
      {action === 'edit' && <EditNote partnerId={partnerId} note={note} onClose={close} />}
      {action === 'delete' && <DeleteNote partnerId={partnerId} note={note} onClose={close} />}
    </li>
  )
}

function EditNote({
  partnerId,
  note,
  onClose,
}: {
  partnerId: number
  note: PartnerNote
  onClose: () => void
}) {
  const { params, refresh } = useNoteWrite(partnerId)
  const [editedVersion] = useState(note.version)
  const save = async (text: string | undefined) => {
    try {
      await read(
        api.PATCH('/api/programs/{programId}/partners/{partnerId}/notes/{noteId}', {
          params: { path: { ...params.path, noteId: String(note.id) } },
          body: { text: text ?? '', version: note.version },
        }),
      )
    } catch (error) {
      // On a conflict, shows the current text next to the typed one.
      if (error instanceof ApiError && error.status === 409) await refresh()
      throw error
    }
    await refresh()
  }
  return (
    <PromptDialog
      title={t('partners.editNote')}
      label={t('partners.note')}
      action={t('partners.saveNote')}
      isLong
      isRequired
      text={note.text}
      onSubmit={save}
      onClose={onClose}
    >
      {note.version === editedVersion ? (
        t('partners.yourTeamCanSeeWho')
      ) : (
        <>
          {t('partners.thisNoteHasChangedIt')} <q className="whitespace-pre-wrap">{note.text}</q>{' '}
          {t('partners.savingWillReplaceThatText')}
        </>
      )}
    </PromptDialog>
  )
}

/**
 * Deletes a note for good. Only its author can undo this: a copy restored by anyone else would have the wrong author.
 */
function DeleteNote({
  partnerId,
  note,
  onClose,
}: {
  partnerId: number
  note: PartnerNote
  onClose: () => void
}) {
  const { removeNote, addNote } = useNoteWrite(partnerId)
  const { showSuccess } = useToasts()
  const remove = async () => {
    await removeNote(note.id)
    showSuccess(t('partners.noteDeleted'), note.isOwn ? () => addNote(note.text) : undefined)
    focusPage()
  }
  return (
    <ConfirmDialog
      title={t('partners.deleteNote')}
      action={t('partners.deleteNote2')}
      onConfirm={remove}
      onClose={onClose}
    >
      {note.isOwn ? t('partners.deletesOwnNote') : t('partners.thisCantBeUndoneAudit')}
    </ConfirmDialog>
  )
}

function useNoteWrite(partnerId: number) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const params = { path: { programId, partnerId: String(partnerId) } }
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: partnerNotesQuery(programId, partnerId).queryKey })
  return {
    params,
    refresh,
    async addNote(text: string) {
      await read(api.POST('/api/programs/{programId}/partners/{partnerId}/notes', { params, body: { text } }))
      await refresh()
    },
    async removeNote(noteId: number) {
      await read(
        api.DELETE('/api/programs/{programId}/partners/{partnerId}/notes/{noteId}', {
          params: { path: { ...params.path, noteId: String(noteId) } },
        }),
      )
      await refresh()
    },
  }
}
