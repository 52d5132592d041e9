import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { ApiFailure, api, read } from '../../api/client.ts'
import { formatInstant } from '../../format/date.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** How the partner gets in: by a mail of his own, or by a link that is passed on where nothing sends mail. */
export function PortalAccess({ partnerId }: { partnerId: number }) {
  const mayManage = useMay()('partner:manage')
  if (!mayManage) return null
  return (
    <div className="flex flex-col gap-5">
      <ViewAs partnerId={partnerId} />
      <SignIn partnerId={partnerId} />
    </div>
  )
}

/** The portal as the partner sees it, in a tab of its own. */
function ViewAs({ partnerId }: { partnerId: number }) {
  const programId = useProgramId()
  const view = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/partners/{partnerId}/impersonate', {
          params: { path: { programId: String(programId), partnerId: String(partnerId) } },
        }),
      ),
    onSuccess: ({ data }) => window.open(data.url, '_blank', 'noopener,noreferrer'),
  })
  return (
    <section aria-label="Portal" className="flex flex-col gap-2">
      <h2 className="font-semibold text-[0.9375rem] tracking-tight">Portal</h2>
      <p className="text-[0.8125rem] text-ink-3">
        What the partner sees in this program, for half an hour. Nothing can be changed there, and the audit
        log says that you looked.
      </p>
      <Button size="small" className="self-start" isBusy={view.isPending} onClick={() => view.mutate()}>
        <Eye aria-hidden="true" className="size-4" />
        View as this partner
      </Button>
      <FormError error={view.error} />
    </section>
  )
}

function SignIn({ partnerId }: { partnerId: number }) {
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
    <section aria-label="Sign-in" className="flex flex-col gap-2">
      <h2 className="font-semibold text-[0.9375rem] tracking-tight">Sign-in</h2>
      <p className="text-[0.8125rem] text-ink-3">
        The partner signs in at {location.origin}/partner with this e-mail address.
      </p>
      {link === undefined ? (
        <Button size="small" className="self-start" isBusy={make.isPending} onClick={() => make.mutate()}>
          Make a link to pass on
        </Button>
      ) : (
        <>
          <CodeBlock code={link.url} what="the link to sign in" />
          <p className="text-[0.8125rem] text-ink-3">
            Whoever opens it first is signed in as the partner, in your programs alone, until{' '}
            {formatInstant(link.expiresAt, timeZone)}.
          </p>
        </>
      )}
      {isMailed ? <p role="status">{make.error?.message}</p> : <FormError error={make.error} />}
    </section>
  )
}
