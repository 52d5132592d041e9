import { Download } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { CouponImport, CouponImportPreview } from '../../api/types.ts'
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
import { useRefreshCoupons } from './coupon-dialog.tsx'
import { COUPON_IMPORT_OUTCOMES, EXAMPLE_FILE } from './coupon-labels.ts'

/** A selected file and its preview. */
interface FilePreview {
  file: string
  name: string
  preview: CouponImportPreview
}

/** Imports coupon codes from a file in three steps: select, check, import. */
export function ImportCouponsDialog({ onClose }: { onClose: () => void }) {
  const [selected, setSelected] = useState<FilePreview>()
  const [done, setDone] = useState<CouponImport>()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('coupons.importCodes')}
      closesBy="cross"
      description={selected === undefined ? t('coupons.uploadCSVFile') : selected.name}
    >
      {done !== undefined ? (
        <div className="flex flex-col gap-4">
          <p role="status">{t('coupons.addedCount', { added: done.sums.added })}</p>
          <DialogActions>
            <Button look="primary" onClick={onClose}>
              {t('coupons.close')}
            </Button>
          </DialogActions>
        </div>
      ) : selected === undefined ? (
        <ChooseFile onSelected={setSelected} onClose={onClose} />
      ) : (
        <CheckRows selected={selected} onBack={() => setSelected(undefined)} onDone={setDone} />
      )}
    </Dialog>
  )
}

/** Slightly above the service's limit, so that its more specific error is shown. */
const MAX_BYTES = 900_000

function ChooseFile({
  onSelected,
  onClose,
}: {
  onSelected: (selected: FilePreview) => void
  onClose: () => void
}) {
  const programId = useProgramId()
  const form = useForm({
    fields: ['file'],
    readForm(typed) {
      const file = typed.get('file')
      if (!(file instanceof File) || file.size === 0)
        return new FieldErrors({ file: t('coupons.chooseFile') })
      return file.size > MAX_BYTES ? new FieldErrors({ file: t('coupons.fileTooLarge') }) : { file }
    },
    async save({ file: chosen }) {
      const file = await textOfFile(chosen)
      const params = { path: { programId } }
      const { data: preview } = await read(
        api.POST('/api/programs/{programId}/coupon-codes/import/preview', { params, body: { file } }),
      )
      return { file, name: chosen.name, preview }
    },
    onSaved: onSelected,
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <Field label={t('coupons.csvFile')} error={form.errorOf('file')}>
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
        onClick={() => saveFile(new Blob([EXAMPLE_FILE], { type: 'text/csv' }), 'coupon-codes-example.csv')}
      >
        <Download aria-hidden="true" className="size-4" />
        {t('coupons.downloadExampleFile')}
      </Button>
      <FormError error={form.error} />
      <DialogActions>
        <Button onClick={onClose}>{t('coupons.cancel')}</Button>
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {t('coupons.reviewRows')}
        </Button>
      </DialogActions>
    </form>
  )
}

function CheckRows({
  selected: { file, preview },
  onBack,
  onDone,
}: {
  selected: FilePreview
  onBack: () => void
  onDone: (done: CouponImport) => void
}) {
  const programId = useProgramId()
  const refresh = useRefreshCoupons()
  const { rows, sums, ignoredColumns, digest } = preview
  const form = useForm({
    readForm: () => ({ file, digest }),
    save: async (body) => {
      const params = { path: { programId } }
      return (await read(api.POST('/api/programs/{programId}/coupon-codes/import', { params, body }))).data
    },
    async onSaved(done) {
      onDone(done)
      await refresh()
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <p role="status">
        {t('coupons.addedAndSkipped', { added: sums.added, skipped: rows.length - sums.added })}
        {ignoredColumns.length > 0 &&
          ` ${t('coupons.ignoredColumns', { columns: ignoredColumns.join(', ') })}`}
      </p>
      <Rows preview={preview} />
      <FormError error={form.error} />
      <KeepOpen isBusy={form.isBusy} />
      <DialogActions>
        <Button onClick={onBack} disabled={form.isBusy}>
          {t('coupons.chooseAnotherFile')}
        </Button>
        <Button type="submit" look="primary" isBusy={form.isBusy} disabled={sums.added === 0}>
          {t('coupons.importCount', { added: sums.added })}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Limits the preview, because only invalid rows are of interest. */
const MAX_ROWS = 200

function Rows({ preview: { rows, sums } }: { preview: CouponImportPreview }) {
  const [showsProblems, setShowsProblems] = useState(false)
  const chosen = showsProblems ? rows.filter(({ outcome }) => outcome !== 'added') : rows
  const shown = chosen.slice(0, MAX_ROWS)
  return (
    <>
      <Checkbox
        label={t('coupons.problemsOnly')}
        checked={showsProblems}
        disabled={sums.added === rows.length}
        onChange={(event) => setShowsProblems(event.target.checked)}
      />
      <div className="max-h-[40dvh] overflow-y-auto rounded-xl border">
        <Table label={t('coupons.fileRows')}>
          <thead>
            <tr>
              <Th>{t('coupons.row')}</Th>
              <Th>{t('coupons.result')}</Th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, code, partnerEmail, outcome, reason }) => (
              <Tr key={line}>
                <Td>
                  <span className="wrap-anywhere block font-medium">{code || '–'}</span>
                  <span className="wrap-anywhere block text-[0.8125rem] text-ink-3">
                    {`${t('coupons.line', { line })} · ${partnerEmail || '–'}`}
                  </span>
                </Td>
                <Td>
                  <LabelBadge {...COUPON_IMPORT_OUTCOMES[outcome]} />
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
          {t('coupons.showingFirst', { shown: shown.length, all: chosen.length })}
        </p>
      )}
    </>
  )
}
