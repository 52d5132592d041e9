import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { readFileText } from '../format/file-text.ts'
import { t } from '../messages/team-text.ts'
import { LabelBadge, type LabelView } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/check.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { KeepOpen } from '../ui/keep-open.tsx'
import { Table, Td, Th, Tr } from '../ui/table.tsx'
import { saveFile } from '../ui/use-download.ts'
import { FieldErrors, useForm } from '../ui/use-form.ts'

/** What the service would do with a file. */
export interface ImportPreview {
  rows: readonly unknown[]
  sums: { added: number }
  ignoredColumns: readonly string[]
}

/** A selected file with its preview and the options chosen with it. */
export interface SelectedFile<Options, Preview> {
  file: string
  name: string
  options: Options
  preview: Preview
}

/** A row of the file, as shown in the preview. */
export interface ImportRow {
  line: number
  title: string
  details: readonly (string | null)[]
  isAdded: boolean
  outcome: LabelView
  reason: string | null
}

interface ImportDialogProps<Options, Preview extends ImportPreview, Result> {
  title: string
  description: string
  exampleFile: { name: string; text: string }
  /** The form's own fields. */
  options?: ReactNode
  readOptions: (form: FormData) => Options
  check: (file: string) => Promise<Preview>
  toRow: (row: Preview['rows'][number]) => ImportRow
  /** How many rows will be added and skipped. */
  summary: (counts: { added: number; skipped: number }) => string
  /** Options and notes on the import's other effects. */
  note?: (selected: SelectedFile<Options, Preview>) => ReactNode
  /** The import button's label. */
  action: (added: number) => string
  save: (selected: SelectedFile<Options, Preview>) => Promise<Result>
  onSaved: () => Promise<unknown>
  result: (saved: Result) => ReactNode
  onClose: () => void
}

/** Imports a CSV file in three steps: select, check, import. */
export function ImportDialog<Options, Preview extends ImportPreview, Result>(
  props: ImportDialogProps<Options, Preview, Result>,
) {
  const [selected, setSelected] = useState<SelectedFile<Options, Preview>>()
  const [done, setDone] = useState<Result>()
  const { title, description, onClose, result } = props
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      closesBy="cross"
      description={selected === undefined ? description : selected.name}
    >
      {done !== undefined ? (
        <div className="flex flex-col gap-4">
          {result(done)}
          <DialogActions>
            <Button look="primary" onClick={onClose}>
              {t('imports.close')}
            </Button>
          </DialogActions>
        </div>
      ) : selected === undefined ? (
        <ChooseFile {...props} onSelected={setSelected} />
      ) : (
        <CheckRows {...props} selected={selected} onBack={() => setSelected(undefined)} onDone={setDone} />
      )}
    </Dialog>
  )
}

/** Slightly above the service's limit, so that its more specific error is shown. */
const MAX_BYTES = 900_000

function ChooseFile<Options, Preview extends ImportPreview, Result>({
  exampleFile,
  options,
  readOptions,
  check,
  onSelected,
  onClose,
}: ImportDialogProps<Options, Preview, Result> & {
  onSelected: (selected: SelectedFile<Options, Preview>) => void
}) {
  const form = useForm({
    fields: ['file'],
    readForm(typed) {
      const file = typed.get('file')
      if (!(file instanceof File) || file.size === 0)
        return new FieldErrors({ file: t('imports.chooseFile') })
      if (file.size > MAX_BYTES) return new FieldErrors({ file: t('imports.fileTooLarge') })
      return { file, options: readOptions(typed) }
    },
    async save({ file: chosen, ...choices }) {
      const file = await readFileText(chosen)
      return { ...choices, file, name: chosen.name, preview: await check(file) }
    },
    onSaved: onSelected,
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <Field label={t('imports.csvFile')} error={form.getError('file')}>
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
        onClick={() => saveFile(new Blob([exampleFile.text], { type: 'text/csv' }), exampleFile.name)}
      >
        <Download aria-hidden="true" className="size-4" />
        {t('imports.downloadExampleFile')}
      </Button>
      {options}
      <FormError error={form.error} />
      <DialogActions>
        <Button onClick={onClose}>{t('imports.cancel')}</Button>
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {t('imports.reviewRows')}
        </Button>
      </DialogActions>
    </form>
  )
}

function CheckRows<Options, Preview extends ImportPreview, Result>({
  selected,
  toRow,
  summary,
  note,
  action,
  save,
  onSaved,
  onBack,
  onDone,
}: ImportDialogProps<Options, Preview, Result> & {
  selected: SelectedFile<Options, Preview>
  onBack: () => void
  onDone: (done: Result) => void
}) {
  const { rows, sums, ignoredColumns } = selected.preview
  const form = useForm({
    readForm: () => selected,
    save,
    async onSaved(done) {
      onDone(done)
      await onSaved()
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <p role="status">
        {summary({ added: sums.added, skipped: rows.length - sums.added })}
        {ignoredColumns.length > 0 &&
          ` ${t('imports.ignoredColumns', { columns: ignoredColumns.join(', ') })}`}
      </p>
      <Rows rows={rows.map(toRow)} />
      {note?.(selected)}
      <FormError error={form.error} />
      <KeepOpen isBusy={form.isBusy} />
      <DialogActions>
        <Button onClick={onBack} disabled={form.isBusy}>
          {t('imports.chooseAnotherFile')}
        </Button>
        <Button type="submit" look="primary" isBusy={form.isBusy} disabled={sums.added === 0}>
          {action(sums.added)}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Limits the preview, because only invalid rows are of interest. */
const MAX_ROWS = 200

function Rows({ rows }: { rows: readonly ImportRow[] }) {
  const [showsProblems, setShowsProblems] = useState(false)
  const problems = rows.filter(({ isAdded }) => !isAdded)
  const listedRows = showsProblems ? problems : rows
  const shownRows = listedRows.slice(0, MAX_ROWS)
  return (
    <>
      <Checkbox
        label={t('imports.problemsOnly')}
        checked={showsProblems}
        disabled={problems.length === 0}
        onChange={(event) => setShowsProblems(event.target.checked)}
      />
      <div className="max-h-[40dvh] overflow-y-auto rounded-xl border">
        <Table label={t('imports.fileRows')}>
          <thead>
            <tr>
              <Th>{t('imports.row')}</Th>
              <Th>{t('imports.result')}</Th>
            </tr>
          </thead>
          <tbody>
            {shownRows.map(({ line, title, details, outcome, reason }) => (
              <Tr key={line}>
                <Td>
                  <span className="wrap-anywhere block font-medium">{title || '–'}</span>
                  <span className="wrap-anywhere block text-[0.8125rem] text-ink-3">
                    {[t('imports.line', { line }), ...details].filter(Boolean).join(' · ')}
                  </span>
                </Td>
                <Td>
                  <LabelBadge {...outcome} />
                  {reason !== null && (
                    <span className="mt-1 block text-[0.8125rem] text-ink-3">{reason}</span>
                  )}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </div>
      {listedRows.length > shownRows.length && (
        <p className="text-[0.8125rem] text-ink-3">
          {t('imports.showingFirst', { shown: shownRows.length, all: listedRows.length })}
        </p>
      )}
    </>
  )
}
