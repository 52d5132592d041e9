import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { formatInstant } from '../../format/date.ts'
import { rich, t } from '../../messages/portal-text.ts'
import { type ThemeChoice, useThemeChoice } from '../../shell/theme.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView, TimeZoneNote } from '../display.tsx'
import { chooseLanguage, type Language } from '../language.ts'
import { LanguageMenu } from '../language-menu.tsx'
import { Link } from '../link.tsx'
import { accountQuery, type PartnerAccount, programsQuery, sessionsQuery } from '../queries.ts'
import { navigate } from '../router.ts'
import { CloseAccount } from './close-account.tsx'
import { ProgramEmailPreferences } from './mail-preferences.tsx'
import { Passkeys } from './passkeys.tsx'
import { PersonalDataExport } from './personal-data-export.tsx'

const THEMES: readonly [ThemeChoice, string][] = [
  ['system', t('profile.system')],
  ['light', t('profile.light')],
  ['dark', t('profile.dark')],
]

/** The partner's profile, sessions and settings. */
export default function ProfilePage() {
  const account = useQuery(accountQuery)
  const [theme, setTheme] = useThemeChoice()
  return (
    <>
      <PageHeader
        title={t('profile.profile')}
        description={account.data?.isFullAccess === true && <TimeZoneNote program={getClock(account.data)} />}
      />
      <QueryView query={account}>
        {(own) => (
          <div className="flex max-w-2xl flex-col gap-4">
            <Card>
              <CardHeader title={t('profile.you')} description={own.email} />
              <CardBody className="grid gap-4 sm:grid-cols-2">
                {own.isFullAccess && <TimeZone chosen={own.timeZone} />}
                <LanguageField isStored={own.isFullAccess} />
                <Field label={t('profile.appearance')}>
                  {(control) => (
                    <Select
                      {...control}
                      value={theme}
                      onChange={(event) => setTheme(THEMES[event.target.selectedIndex]?.[0] ?? 'system')}
                    >
                      {THEMES.map(([value, label]) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
              </CardBody>
            </Card>
            <PaidBy />
            <ProgramEmailPreferences canChange={own.isFullAccess} />
            {own.isFullAccess ? (
              <>
                <Sessions timeZone={getClock(own).timeZone} />
                <Passkeys account={own} />
                <PersonalDataExport account={own} />
                <CloseAccount account={own} />
              </>
            ) : (
              <p className="text-ink-3">{t('profile.youSignedInWithLink')}</p>
            )}
          </div>
        )}
      </QueryView>
    </>
  )
}

/** The time zone for the profile's times: the partner's, or the browser's. */
function getClock({ timeZone }: PartnerAccount) {
  return { timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, clockAheadMs: 0 }
}

/** The payout details for each program. */
function PaidBy() {
  const programs = useQuery(programsQuery)
  return (
    <QueryView query={programs}>
      {(all) =>
        all.length === 0 ? null : (
          <Card>
            <CardHeader title={t('profile.payoutDetails')} description={t('profile.eachProgramHasItsOwn')} />
            <ul className="mt-3 divide-y">
              {all.map(({ id, name }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 sm:px-5">
                  <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
                  <Button size="small" asChild>
                    <Link to={`/programs/${id}/payout-details`}>
                      {rich('profile.viewOrChangePayoutDetails', {
                        name,
                        span: (children) => <span className="sr-only">{children}</span>,
                      })}
                    </Link>
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
        )
      }
    </QueryView>
  )
}

/** @param isStored whether the choice is stored with the account, or only in this browser */
function LanguageField({ isStored }: { isStored: boolean }) {
  const change = useMutation({
    mutationFn: (language: Language) => read(api.PATCH('/api/partner/account', { body: { language } })),
    onSuccess: (_, language) => chooseLanguage(language),
  })
  return (
    <div>
      <Field label={t('profile.language')}>
        {(control) => (
          <LanguageMenu
            {...control}
            disabled={change.isPending}
            onChoose={(language) => (isStored ? change.mutate(language) : chooseLanguage(language))}
          />
        )}
      </Field>
      <FormError error={change.error} />
    </div>
  )
}

function TimeZone({ chosen }: { chosen: string | null }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (timeZone: string | null) => read(api.PATCH('/api/partner/account', { body: { timeZone } })),
    onSuccess: ({ data }) => queryClient.setQueryData(accountQuery.queryKey, data),
  })
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'))
  return (
    <div>
      <Field label={t('profile.yourTimeZone')} hint={t('profile.usedForYourSignIn')}>
        {(control) => (
          <Select
            {...control}
            value={(change.isPending ? change.variables : chosen) ?? ''}
            onChange={(event) => change.mutate(event.target.value === '' ? null : event.target.value)}
          >
            <option value="">{t('profile.browserOwn', { own })}</option>
            {[...new Set([...(chosen === null ? [] : [chosen]), ...zones])].map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </Select>
        )}
      </Field>
      <FormError error={change.error} />
      <p role="status" className="text-[0.8125rem] text-ink-3 empty:hidden">
        {change.isPending && t('mailPreferences.saving')}
        {change.isSuccess && t('mailPreferences.saved')}
      </p>
    </div>
  )
}

function Sessions({ timeZone }: { timeZone: string }) {
  const queryClient = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const end = useMutation({
    mutationFn: (id: number) =>
      read(api.DELETE('/api/partner/sessions/{sessionId}', { params: { path: { sessionId: String(id) } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const [isConfirming, setIsConfirming] = useState(false)
  const endAll = async () => {
    await read(api.DELETE('/api/partner/sessions'))
    queryClient.clear()
    navigate('/sign-in?everywhere', { replace: true })
  }
  return (
    <Card>
      <CardHeader
        title={t('profile.signedInDevices')}
        actions={
          <Button look="danger" size="small" onClick={() => setIsConfirming(true)}>
            {t('profile.signOutEverywhere')}
          </Button>
        }
      />
      <QueryView query={sessions}>
        {(all) => (
          <ul className="mt-3 divide-y">
            {all.map((session) => (
              <li
                key={session.id}
                className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 sm:px-5"
              >
                <span>
                  <span className="block font-medium">
                    {session.device}{' '}
                    {session.isCurrent && <Badge tone="good">{t('profile.thisDevice')}</Badge>}
                  </span>
                  <span className="block text-[0.8125rem] text-ink-3">
                    {t('profile.lastActiveSeenAt', { seenAt: formatInstant(session.seenAt, timeZone) })}
                  </span>
                </span>
                {!session.isCurrent && (
                  <Button
                    size="small"
                    aria-label={t('profile.signOutDevice', { device: session.device })}
                    onClick={() => end.mutate(session.id)}
                  >
                    {t('profile.signOut')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {end.error !== null && (
        <CardBody>
          <FormError error={end.error} />
        </CardBody>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={t('profile.signOutEverywhereQuestion')}
          action={t('profile.signOutEverywhere')}
          onConfirm={endAll}
          onClose={() => setIsConfirming(false)}
        >
          {t('profile.signOutEverywhereEffect')}
        </ConfirmDialog>
      )}
    </Card>
  )
}
