import { useMutation } from '@tanstack/react-query'
import { readFile } from '../../api/download.ts'
import { t } from '../../messages/portal-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { FormError } from '../../ui/form-error.tsx'
import type { PartnerAccount } from '../queries.ts'
import { SignInAgain } from './sign-in-again.tsx'

/** Downloads the partner's personal data. */
export function PersonalDataExport({ account }: { account: PartnerAccount }) {
  const save = useMutation({
    mutationFn: async () => {
      const { signal } = new AbortController()
      const { file, name } = await readFile('/api/partner/account/export', { signal, onBytes: () => {} })
      const address = URL.createObjectURL(file)
      const link = document.createElement('a')
      link.href = address
      link.download = name
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
      return name
    },
  })
  return (
    <Card>
      <CardHeader
        title={t('personalData.yourData')}
        description={t('personalData.oneFileWithEverythingStored')}
      />
      <CardBody>
        {account.isFresh ? (
          <div className="flex flex-col items-start gap-3">
            <Button isBusy={save.isPending} onClick={() => save.mutate()}>
              {t('personalData.downloadMyData')}
            </Button>
            {save.isSuccess && <p role="status">{t('personalData.saveDownloaded', { save: save.data })}</p>}
            <FormError error={save.error} />
          </div>
        ) : (
          <SignInAgain email={account.email} />
        )}
      </CardBody>
    </Card>
  )
}
