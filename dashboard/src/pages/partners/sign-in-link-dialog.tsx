import { useMutation } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useMailSending } from '../../session/use-mail-sending.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** Creates a sign-in link to pass on. If email is set up, explains that partners request one themselves. */
export function SignInLinkDialog({ partnerId, onClose }: { partnerId: number; onClose: () => void }) {
  const programId = useProgramId()
  const { timeZone, sandbox } = useProgram()
  const sending = useMailSending()
  const isMailed = sending === 'smtp' || sending === 'development'
  const make = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/partners/{partnerId}/sign-in-link', {
          params: { path: { programId: String(programId), partnerId: String(partnerId) } },
        }),
      ),
  })
  const link = make.data?.data
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('partners.signIn')}
      description={
        isMailed && sandbox
          ? t('partners.sandboxPartnersCantSignIn')
          : t('partners.thePartnerSignsInAt', { origin: location.origin })
      }
      {...(link !== undefined && { closesBy: 'button' as const })}
    >
      <div className="flex flex-col gap-2">
        {link !== undefined && (
          <>
            <CodeBlock code={link.url} what={t('partners.signInLink')} />
            <p className="text-[0.8125rem] text-ink-3">
              {t('partners.signsInFirstPersonWho', { expiresAt: formatInstant(link.expiresAt, timeZone) })}
            </p>
          </>
        )}
        {isMailed && !sandbox && <p>{t('partners.partnerRequestsSignInLink', { sending })}</p>}
        <FormError error={make.error} />
      </div>
      <DialogActions>
        {link === undefined && !isMailed ? (
          <Button look="primary" isBusy={make.isPending} onClick={() => make.mutate()}>
            {t('partners.createSignInLink')}
          </Button>
        ) : (
          <Button look="primary" onClick={onClose}>
            {t('partners.done')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
