import { useMutation } from '@tanstack/react-query'
import { ApiFailure, api, read } from '../../api/client.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** Creates a sign-in link to pass on. Not needed if email is set up, which the service says. */
export function SignInLinkDialog({ partnerId, onClose }: { partnerId: number; onClose: () => void }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const make = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/partners/{partnerId}/sign-in-link', {
          params: { path: { programId: String(programId), partnerId: String(partnerId) } },
        }),
      ),
  })
  const isMailed = make.error instanceof ApiFailure && make.error.status === 409
  const link = make.data?.data
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('partners.signIn')}
      description={t('partners.thePartnerSignsInAt', { origin: location.origin })}
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
        {isMailed ? <p role="status">{make.error?.message}</p> : <FormError error={make.error} />}
      </div>
      <DialogActions>
        {link === undefined ? (
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
