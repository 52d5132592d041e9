import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { accountQuery } from '../../api/queries.ts'
import {
  confirmTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  type TwoFactorSetup,
} from '../../api/second-factor.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useAccount } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { focusOnMount } from '../../ui/focus-page.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { readText, useForm } from '../../ui/use-form.ts'
import { CodeField, PasswordField, readPassword } from '../sign-in/credentials.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'

// Only needed while setting up two-factor authentication.
const QrCode = lazy(() => import('./qr-code.tsx'))

type Action = 'on' | 'off' | 'codes'

/** Turns two-factor authentication on or off, or creates new recovery codes. */
export function TwoFactorCard() {
  const { hasTwoFactor } = useAccount().user
  const [action, setAction] = useState<Action>()
  const [isSwitched, setIsSwitched] = useState(false)
  const close = () => setAction(undefined)
  const finish = () => {
    setIsSwitched(true)
    close()
  }
  // The pressed button disappears after the switch, so its replacement takes the focus.
  const first = isSwitched ? focusOnMount : undefined
  return (
    <Card>
      <CardHeader
        title={t('account.twoFactorSignIn')}
        description={hasTwoFactor ? t('account.onSigningInRequiresCode') : t('account.offTurnItOnRequire')}
      />
      <CardBody>
        {hasTwoFactor ? (
          <div className="flex flex-wrap gap-2">
            <Button ref={first} onClick={() => setAction('codes')}>
              {t('account.createRecoveryCodes')}
            </Button>
            <Button onClick={() => setAction('off')}>{t('account.turnOff')}</Button>
          </div>
        ) : (
          <Button ref={first} onClick={() => setAction('on')}>
            {t('account.turnOn')}
          </Button>
        )}
      </CardBody>
      {action === 'on' && <StartDialog onSwitched={finish} onClose={close} />}
      {action === 'off' && <EndDialog onSwitched={finish} onClose={close} />}
      {action === 'codes' && <RenewCodesDialog onClose={close} />}
    </Card>
  )
}

function usePasswordForm<Saved>(
  save: (password: string) => Promise<Saved>,
  onSaved?: (saved: Saved) => unknown,
) {
  return useForm({
    fields: ['password'],
    readForm: (typed) => readPassword(typed),
    save,
    ...(onSaved === undefined ? {} : { onSaved }),
  })
}

/** One dialog for both steps, so that the focus stays in it. */
function StartDialog({ onSwitched, onClose }: { onSwitched: () => void; onClose: () => void }) {
  const queryClient = useQueryClient()
  const password = usePasswordForm(startTwoFactor)
  const code = useForm({ readForm: (typed) => readText(typed, 'code'), save: confirmTwoFactor })
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
          title: t('account.turnOnTwoFactorSign'),
          description: t('account.haveAuthenticatorAppReadyOn'),
          form: password,
          action: t('account.continue'),
        }
      : {
          title: t('account.addKeyYourApp'),
          description: t('account.scanQRCodeWithYour'),
          form: code,
          action: t('account.turnOn'),
        }
  return (
    <FormDialog {...step} onClose={onClose}>
      {start === undefined ? (
        <PasswordField autoComplete="current-password" error={password.getError('password')} />
      ) : (
        <KeyAndCode start={start} />
      )}
    </FormDialog>
  )
}

function KeyAndCode({ start }: { start: TwoFactorSetup }) {
  return (
    <>
      <Suspense fallback={<Skeleton className="size-48 self-center rounded-xl" />}>
        <QrCode text={start.address} label={t('account.qrCodeForYourAuthenticator')} />
      </Suspense>
      <Key text={start.key} />
      <p className="text-[0.8125rem] text-ink-3">
        {rich('account.ifAppIsOnThis', {
          link: (children) => (
            <a href={start.address} className={textLink}>
              {children}
            </a>
          ),
        })}
      </p>
      <CodeField label={t('account.code')} hint={t('account.theSixDigitCodeShown')} />
    </>
  )
}

/** Shows the whole key in groups, even on a phone. The gaps are margins, so that copying adds no spaces. */
function Key({ text }: { text: string }) {
  return (
    <Copyable text={text} what="key">
      <code className="min-w-0 flex-1 px-3.5 py-3 font-mono text-[0.8125rem] leading-relaxed">
        {(text.match(/.{1,4}/g) ?? []).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a key never move
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
      title={t('account.yourRecoveryCodes')}
      description={t('account.useOneIfYouLose')}
      secrets={codes}
      what={t('account.recoveryCodes')}
      onClose={onClose}
    />
  )
}

function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const form = usePasswordForm(renewRecoveryCodes)
  if (form.saved !== undefined) return <RecoveryCodes codes={form.saved} onClose={onClose} />
  return (
    <FormDialog
      title={t('account.createNewRecoveryCodes')}
      description={t('account.yourCurrentCodesWillStop')}
      form={form}
      action={t('account.createCodes')}
      onClose={onClose}
    >
      <PasswordField autoComplete="current-password" error={form.getError('password')} />
    </FormDialog>
  )
}

function EndDialog({ onSwitched, onClose }: { onSwitched: () => void; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const form = usePasswordForm(disableTwoFactor, async () => {
    onSwitched()
    showSuccess(t('account.twoFactorSignInIs'))
    await queryClient.invalidateQueries(accountQuery())
  })
  return (
    <FormDialog
      title={t('account.turnOffTwoFactorSign')}
      description={t('account.youllSignInWithYour')}
      form={form}
      action={t('account.turnOff')}
      look="danger"
      onClose={onClose}
    >
      <PasswordField autoComplete="current-password" error={form.getError('password')} />
    </FormDialog>
  )
}
