import { api, read } from '../../api/client.ts'
import { ImportDialog } from '../../lists/import-dialog.tsx'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { useRefreshCoupons } from './coupon-dialog.tsx'
import { COUPON_IMPORT_OUTCOMES, EXAMPLE_FILE } from './coupon-labels.ts'

/** Imports coupon codes from a CSV file. */
export function ImportCouponsDialog({ onClose }: { onClose: () => void }) {
  const params = { path: { programId: useProgramId() } }
  const refresh = useRefreshCoupons()
  return (
    <ImportDialog
      title={t('coupons.importCodes')}
      description={t('coupons.uploadCSVFile')}
      exampleFile={{ name: 'coupon-codes-example.csv', text: EXAMPLE_FILE }}
      readOptions={() => undefined}
      check={async (file) =>
        (
          await read(
            api.POST('/api/programs/{programId}/coupon-codes/import/preview', { params, body: { file } }),
          )
        ).data
      }
      toRow={({ line, code, partnerEmail, outcome, field, reason }) => ({
        line,
        title: code,
        details: [partnerEmail || '–'],
        isAdded: outcome === 'added',
        outcome: COUPON_IMPORT_OUTCOMES[outcome],
        reason: outcome === 'invalid' ? `${field}: ${reason}` : reason,
      })}
      summary={(counts) => t('coupons.addedAndSkipped', counts)}
      action={(added) => t('coupons.importCount', { added })}
      save={async ({ file, preview: { digest } }) => {
        const body = { file, digest }
        return (await read(api.POST('/api/programs/{programId}/coupon-codes/import', { params, body }))).data
      }}
      onSaved={refresh}
      result={({ sums }) => <p role="status">{t('coupons.addedCount', { added: sums.added })}</p>}
      onClose={onClose}
    />
  )
}
