import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { PartnerImport, PartnerImportPreview } from '../../api/types.ts'
import { textOfFile } from '../../format/file-text.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { KeepOpen } from '../../ui/keep-open.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { saveFile } from '../../ui/use-download.ts'
import { FieldErrors, useForm } from '../../ui/use-form.ts'
import { EXAMPLE_FILE, IMPORT_STATUSES, WHY_NOT_MAILED } from './import-labels.ts'

/** A selected file and its preview. */
interface FilePreview {
  file: string
  name: string
  approved: boolean
  mail: boolean
  preview: PartnerImportPreview
}

/** Imports partners from a file in three steps: select, check, import. */
export function ImportPartnersDialog({ onClose }: { onClose: () => void }) {
  const [selected, setSelected] = useState<FilePreview>()
  const [done, setDone] = useState<PartnerImport>()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('partners.importPartners')}
      closesBy="cross"
      description={selected === undefined ? t('partners.uploadCSVFileWithHeader') : selected.name}
    >
      {done !== undefined ? (
        <Done done={done} onClose={onClose} />
      ) : selected === undefined ? (
        <ChooseFile onSelected={setSelected} onClose={onClose} />
      ) : (
        <CheckRows selected={selected} onBack={() => setSelected(undefined)} onDone={setDone} />
      )}
    </Dialog>
  )
}

function ChooseFile({
  onSelected,
  onClose,
}: {
  onSelected: (selected: FilePreview) => void
  onClose: () => void
}) {
  const [isApproved, setIsApproved] = useState(true)
  const form = usePreview(onSelected)
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <Field label={t('partners.csvFile')} error={form.errorOf('file')}>
        {(control) => (
          <Input
            {...control}
            type="file"
            name="file"
            accept=".csv,text/csv"
            className="h-auto! py-1.5 file:mr-3 file:rounded-md file:border-0 file:bg-fill file:px-2.5 file:py-1 file:font-medium file:text-ink"
          />
        )}
      </Field>
      <Button
        type="button"
        size="small"
        className="self-start"
        onClick={() => saveFile(new Blob([EXAMPLE_FILE], { type: 'text/csv' }), 'partners-example.csv')}
      >
        <Download aria-hidden="true" className="size-4" />
        {t('partners.downloadExampleFile')}
      </Button>
      <Checkbox
        name="approved"
        checked={isApproved}
        onChange={(event) => setIsApproved(event.target.checked)}
        label={t('partners.approveImmediately')}
        hint={t('partners.untilPartnerIsApprovedTheir')}
      />
      <Checkbox
        name="mail"
        disabled={!isApproved}
        label={t('partners.emailNewPartners')}
        hint={t('partners.tellsThemTheyreInAnd')}
      />
      <FormError error={form.error} />
      <DialogActions>
        <Button onClick={onClose}>{t('partners.cancel')}</Button>
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {t('partners.reviewRows')}
        </Button>
      </DialogActions>
    </form>
  )
}

function usePreview(onSelected: (selected: FilePreview) => void) {
  const programId = useProgramId()
  return useForm({
    fields: ['file'],
    readForm(typed) {
      const file = typed.get('file')
      if (!(file instanceof File) || file.size === 0)
        return new FieldErrors({ file: t('partners.chooseFile') })
      if (file.size > MAX_BYTES) return new FieldErrors({ file: t('partners.theFileIsTooLarge') })
      return { file, approved: typed.get('approved') !== null, mail: typed.get('mail') !== null }
    },
    async save({ file: chosen, approved, mail }) {
      const file = await textOfFile(chosen)
      const params = { path: { programId } }
      const { data } = await read(
        api.POST('/api/programs/{programId}/partners/import/preview', { params, body: { file } }),
      )
      return { file, name: chosen.name, approved, mail: approved && mail, preview: data }
    },
    onSaved: onSelected,
  })
}

/** Slightly above the service's limit, so that its more specific error is shown. */
const MAX_BYTES = 900_000

function CheckRows({
  selected,
  onBack,
  onDone,
}: {
  selected: FilePreview
  onBack: () => void
  onDone: (done: PartnerImport) => void
}) {
  const { rows, sums, ignoredColumns } = selected.preview
  const problems = rows.length - sums.added
  const form = useImport(selected, onDone)
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <p role="status">
        {sums.added === 0 ? t('partners.noPartnersAdd') : t('partners.addedAdd', { added: sums.added })}
        {problems > 0 && t('partners.problemsSkipped', { problems })}.
        {ignoredColumns.length > 0 &&
          ` ${t('partners.ignoredColumnsIgnoredColumns', { ignoredColumns: ignoredColumns.join(', ') })}`}
      </p>
      <Rows preview={selected.preview} />
      {selected.mail && (
        <p className="text-[0.8125rem] text-ink-3">{t('partners.wellEmailEveryoneYouAdd')}</p>
      )}
      <FormError error={form.error} />
      <KeepOpen isBusy={form.isBusy} />
      <DialogActions>
        <Button onClick={onBack} disabled={form.isBusy}>
          {t('partners.chooseAnotherFile')}
        </Button>
        <Button type="submit" look="primary" isBusy={form.isBusy} disabled={sums.added === 0}>
          {t('partners.importAdded', { added: sums.added })}
        </Button>
      </DialogActions>
    </form>
  )
}

function useImport({ file, approved, mail, preview }: FilePreview, onDone: (done: PartnerImport) => void) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  return useForm({
    readForm: () => ({ file, digest: preview.digest, approved, mail }),
    save: async (body) =>
      (
        await read(
          api.POST('/api/programs/{programId}/partners/import', { params: { path: { programId } }, body }),
        )
      ).data,
    async onSaved(done) {
      onDone(done)
      await queryClient.invalidateQueries({ queryKey: ['partners', programId] })
    },
  })
}

/** Limits the preview, because only invalid rows are of interest. */
const MAX_ROWS = 200

function Rows({ preview: { rows, sums } }: { preview: PartnerImportPreview }) {
  const [showsProblems, setShowsProblems] = useState(false)
  const chosen = showsProblems ? rows.filter(({ outcome: status }) => status !== 'added') : rows
  const shown = chosen.slice(0, MAX_ROWS)
  return (
    <>
      <Checkbox
        label={t('partners.problemsOnly')}
        checked={showsProblems}
        disabled={sums.added === rows.length}
        onChange={(event) => setShowsProblems(event.target.checked)}
      />
      <div className="max-h-[40dvh] overflow-y-auto rounded-xl border">
        <Table label={t('partners.fileRows')}>
          <thead>
            <tr>
              <Th>{t('partners.row')}</Th>
              <Th>{t('partners.result')}</Th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, name, email, code, group, outcome: status, reason }) => (
              <Tr key={line}>
                <Td>
                  <span className="wrap-anywhere block font-medium">{name || '–'}</span>
                  <span className="wrap-anywhere block text-[0.8125rem] text-ink-3">
                    {[t('partners.lineLine', { line }), email || '–', code, group]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </Td>
                <Td>
                  <LabelBadge {...IMPORT_STATUSES[status]} />
                  {reason !== null && (
                    <span className="mt-1 block text-[0.8125rem] text-ink-3">{reason}</span>
                  )}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </div>
      {chosen.length > shown.length && (
        <p className="text-[0.8125rem] text-ink-3">
          {t('partners.showingFirstCountCount2', { count: shown.length, count2: chosen.length })}
        </p>
      )}
    </>
  )
}

function Done({ done, onClose }: { done: PartnerImport; onClose: () => void }) {
  const { sums, mailed, notMailed, notMailedReason } = done
  return (
    <div className="flex flex-col gap-4">
      <p role="status">
        {t('partners.addedAddedEachWithTheir', { added: sums.added, hasMailed: String(mailed > 0), mailed })}
      </p>
      {notMailedReason !== null && <p>{WHY_NOT_MAILED[notMailedReason]}</p>}
      {notMailedReason === 'limit' && (
        <ul className="max-h-[30dvh] overflow-y-auto rounded-xl border p-3 text-[0.8125rem]">
          {notMailed.map(({ line, email }) => (
            <li key={line} className="wrap-anywhere">
              {email}
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('partners.close')}
        </Button>
      </DialogActions>
    </div>
  )
}
