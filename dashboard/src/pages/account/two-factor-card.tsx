import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import {
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  type TwoFactorStart,
} from '../../api/account.ts'
import { accountQuery } from '../../api/queries.ts'
import { useAccount } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { CodeField, PasswordField, passwordOf } from '../sign-in/credentials.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'

// Only who switches it on needs what draws the code.
const QrCode = lazy(() => import('./qr-code.tsx'))

type Asked = 'on' | 'off' | 'codes'

/** Signing in with the code of an authenticator app beside the password. */
export function TwoFactorCard() {
  const { hasTwoFactor } = useAccount().user
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Card>
      <CardHeader
        title="Two-factor sign-in"
        description={
          hasTwoFactor
            ? 'On: signing in asks for a code of your authenticator app, or for a recovery code.'
            : 'Off. With it, your password alone lets nobody in: signing in also asks for a code of an authenticator app.'
        }
      />
      <CardBody>
        {hasTwoFactor ? (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setAsked('codes')}>New recovery codes</Button>
            <Button onClick={() => setAsked('off')}>Switch off</Button>
          </div>
        ) : (
          <Button onClick={() => setAsked('on')}>Switch on</Button>
        )}
      </CardBody>
      {asked === 'on' && <StartDialog onClose={close} />}
      {asked === 'off' && <EndDialog onClose={close} />}
      {asked === 'codes' && <RenewCodesDialog onClose={close} />}
    </Card>
  )
}

function usePasswordForm<Saved>(
  save: (password: string) => Promise<Saved>,
  onSaved?: (saved: Saved) => unknown,
) {
  return useForm({
    fields: ['password'],
    readForm: (typed) => passwordOf(typed),
    save,
    ...(onSaved === undefined ? {} : { onSaved }),
    hasOwnCredential: true,
  })
}

function StartDialog({ onClose }: { onClose: () => void }) {
  const form = usePasswordForm(startTwoFactor)
  if (form.saved !== undefined) return <ConfirmCodeDialog start={form.saved} onClose={onClose} />
  return (
    <FormDialog
      title="Switch two-factor sign-in on"
      description="Have an authenticator app ready, on your phone or in your password manager."
      form={form}
      action="Go on"
      onClose={onClose}
    >
      <PasswordField autoComplete="current-password" error={form.errorOf('password')} />
    </FormDialog>
  )
}

function ConfirmCodeDialog({ start, onClose }: { start: TwoFactorStart; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    readForm: (typed) => textOf(typed, 'code'),
    save: confirmTwoFactor,
    hasOwnCredential: true,
  })
  const finish = async () => {
    onClose()
    await queryClient.invalidateQueries()
  }
  if (form.saved !== undefined) return <RecoveryCodes codes={start.recoveryCodes} onClose={finish} />
  return (
    <FormDialog
      title="Add the key to your app"
      description="Scan the code with your authenticator app, or type the key into it as a time-based one. Then enter the six digits that it shows."
      form={form}
      action="Switch on"
      onClose={onClose}
    >
      <Suspense fallback={<Skeleton className="size-48 self-center rounded-xl" />}>
        <QrCode text={start.address} label="QR code of the key, for the camera of your authenticator app" />
      </Suspense>
      <CodeBlock code={start.key} what="key" />
      <p className="text-[0.8125rem] text-ink-3">
        On the device that has the app,{' '}
        <a href={start.address} className={textLink}>
          open it with the key
        </a>
        .
      </p>
      <CodeField label="Code" hint="The six digits that the app shows now." />
    </FormDialog>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <SecretDialog
      title="Your recovery codes"
      description="Each lets you in once when the app is out of reach. Keep them where you keep passwords: they are shown this once."
      secrets={codes}
      what="recovery codes"
      onClose={onClose}
    />
  )
}

function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const form = usePasswordForm(renewRecoveryCodes)
  if (form.saved !== undefined) return <RecoveryCodes codes={form.saved} onClose={onClose} />
  return (
    <FormDialog
      title="Make new recovery codes"
      description="Those you have now stop working."
      form={form}
      action="Make codes"
      onClose={onClose}
    >
      <PasswordField autoComplete="current-password" error={form.errorOf('password')} />
    </FormDialog>
  )
}

function EndDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const form = usePasswordForm(endTwoFactor, async () => {
    onClose()
    say('Two-factor sign-in is off.')
    await queryClient.invalidateQueries(accountQuery())
  })
  return (
    <FormDialog
      title="Switch two-factor sign-in off?"
      description="Your password alone lets you in again. Workspaces that demand a second factor keep you out until it is back on."
      form={form}
      action="Switch off"
      look="danger"
      onClose={onClose}
    >
      <PasswordField autoComplete="current-password" error={form.errorOf('password')} />
    </FormDialog>
  )
}
