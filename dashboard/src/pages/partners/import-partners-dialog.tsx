import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { PartnerImport } from '../../api/types.ts'
import { ImportDialog } from '../../lists/import-dialog.tsx'
import { t } from '../../messages/team-text.ts'
import { usePartnerMailSending } from '../../session/use-mail-sending.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Checkbox } from '../../ui/check.tsx'
import { EXAMPLE_FILE, IMPORT_STATUSES, MAIL_SKIP_REASONS } from './import-labels.ts'

/** Imports partners from a CSV file. */
export function ImportPartnersDialog({ onClose }: { onClose: () => void }) {
  const programId = useProgramId()
  const params = { path: { programId } }
  const queryClient = useQueryClient()
  const sending = usePartnerMailSending()
  return (
    <ImportDialog
      title={t('partners.importPartners')}
      description={t('partners.uploadCSVFileWithHeader')}
      exampleFile={{ name: 'partners-example.csv', text: EXAMPLE_FILE }}
      options={<ImportOptions />}
      readOptions={(form) => {
        const approved = form.get('approved') !== null
        return { approved, mail: approved && form.get('mail') !== null }
      }}
      check={async (file) =>
        (
          await read(
            api.POST('/api/programs/{programId}/partners/import/preview', { params, body: { file } }),
          )
        ).data
      }
      toRow={({ line, name, email, code, group, outcome, reason }) => ({
        line,
        title: name,
        details: [email || '–', code, group],
        isAdded: outcome === 'added',
        outcome: IMPORT_STATUSES[outcome],
        reason,
      })}
      summary={(counts) => t('partners.addedAndSkipped', counts)}
      note={({ options: { mail } }) =>
        mail && (
          <p className="text-[0.8125rem] text-ink-3">{t('partners.wellEmailEveryoneYouAdd', { sending })}</p>
        )
      }
      action={(added) => t('partners.importAdded', { added })}
      save={async ({ file, options, preview: { digest } }) => {
        const body = { file, digest, ...options }
        return (await read(api.POST('/api/programs/{programId}/partners/import', { params, body }))).data
      }}
      onSaved={() => queryClient.invalidateQueries({ queryKey: ['partners', programId] })}
      result={(done) => <ImportResult done={done} />}
      onClose={onClose}
    />
  )
}

function ImportOptions() {
  const [isApproved, setIsApproved] = useState(true)
  const sending = usePartnerMailSending()
  return (
    <>
      <Checkbox
        name="approved"
        checked={isApproved}
        onChange={(event) => setIsApproved(event.target.checked)}
        label={t('partners.approveImmediately')}
        hint={t('partners.untilPartnerIsApprovedTheir')}
      />
      <Checkbox
        name="mail"
        disabled={!isApproved || sending === 'off' || sending === 'sandbox'}
        label={t('partners.emailNewPartners')}
        hint={t('partners.tellsThemTheyreInAnd', { sending })}
      />
    </>
  )
}

function ImportResult({ done: { sums, mailed, notMailed, notMailedReason } }: { done: PartnerImport }) {
  const sending = usePartnerMailSending()
  return (
    <>
      <p role="status">
        {t('partners.addedAddedEachWithTheir', {
          added: sums.added,
          sending: mailed > 0 ? sending : 'none',
          mailed,
        })}
      </p>
      {notMailedReason !== null && <p>{MAIL_SKIP_REASONS[notMailedReason]}</p>}
      {notMailedReason === 'limit' && (
        <ul className="max-h-[30dvh] overflow-y-auto rounded-xl border p-3 text-[0.8125rem]">
          {notMailed.map(({ line, email }) => (
            <li key={line} className="wrap-anywhere">
              {email}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
