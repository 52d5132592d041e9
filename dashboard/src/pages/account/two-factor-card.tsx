import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { accountQuery } from '../../api/queries.ts'
import {
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  type TwoFactorStart,
} from '../../api/second-factor.ts'
import { useAccount } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { takeFocus } from '../../ui/focus-page.ts'
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
  const [isSwitched, setIsSwitched] = useState(false)
  const close = () => setAsked(undefined)
  const finish = () => {
    setIsSwitched(true)
    close()
  }
  // The button that was pressed goes once it is switched: the one in its place takes the focus.
  const first = isSwitched ? takeFocus : undefined
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
            <Button ref={first} onClick={() => setAsked('codes')}>
              New recovery codes
            </Button>
            <Button onClick={() => setAsked('off')}>Switch off</Button>
          </div>
        ) : (
          <Button ref={first} onClick={() => setAsked('on')}>
            Switch on
          </Button>
        )}
      </CardBody>
      {asked === 'on' && <StartDialog onSwitched={finish} onClose={close} />}
      {asked === 'off' && <EndDialog onSwitched={finish} onClose={close} />}
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
  })
}

/** One dialog for both steps, so that the focus stays in it. */
function StartDialog({ onSwitched, onClose }: { onSwitched: () => void; onClose: () => void }) {
  const queryClient = useQueryClient()
  const password = usePasswordForm(startTwoFactor)
  const code = useForm({ readForm: (typed) => textOf(typed, 'code'), save: confirmTwoFactor })
  const start = password.saved
  const finish = async () => {
    onSwitched()
    await queryClient.invalidateQueries()
  }
  if (start !== undefined && code.saved !== undefined)
    return <RecoveryCodes codes={start.recoveryCodes} onClose={finish} />
  const step =
    start === undefined
      ? {
          title: 'Switch two-factor sign-in on',
          description: 'Have an authenticator app ready, on your phone or in your password manager.',
          form: password,
          action: 'Go on',
        }
      : {
          title: 'Add the key to your app',
          description:
            'Scan the code with your authenticator app, or type the key into it as a time-based one. Then enter the six digits that it shows.',
          form: code,
          action: 'Switch on',
        }
  return (
    <FormDialog {...step} onClose={onClose}>
      {start === undefined ? (
        <PasswordField autoComplete="current-password" error={password.errorOf('password')} />
      ) : (
        <KeyAndCode start={start} />
      )}
    </FormDialog>
  )
}

function KeyAndCode({ start }: { start: TwoFactorStart }) {
  return (
    <>
      <Suspense fallback={<Skeleton className="size-48 self-center rounded-xl" />}>
        <QrCode text={start.address} label="QR code of the key, for the camera of your authenticator app" />
      </Suspense>
      <Key text={start.key} />
      <p className="text-[0.8125rem] text-ink-3">
        On the device that has the app,{' '}
        <a href={start.address} className={textLink}>
          open it with the key
        </a>
        .
      </p>
      <CodeField label="Code" hint="The six digits that the app shows now." />
    </>
  )
}

/** A key to type, whole on a phone: in groups with a gap between them, which is no space when it is copied. */
function Key({ text }: { text: string }) {
  return (
    <Copyable text={text} what="key">
      <code className="min-w-0 flex-1 px-3.5 py-3 font-mono text-[0.8125rem] leading-relaxed">
        {(text.match(/.{1,4}/g) ?? []).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a key stay where they are
          <span key={index} className="mr-2 inline-block">
            {group}
          </span>
        ))}
      </code>
    </Copyable>
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

function EndDialog({ onSwitched, onClose }: { onSwitched: () => void; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const form = usePasswordForm(endTwoFactor, async () => {
    onSwitched()
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
