import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { formatInstant } from '../../format/date.ts'
import { interfaceLanguage } from '../../messages/message.ts'
import { rich, t } from '../../messages/portal-text.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { focusOnMount, takeLostFocus } from '../../ui/focus-page.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { DELEGATED_SESSION } from '../delegated-session.ts'
import { QueryView, TimeZoneNote } from '../display.tsx'
import { Link } from '../link.tsx'
import { DETAILS_STATES, METHODS } from '../payout-labels.ts'
import {
  accountQuery,
  mailPreferencesQuery,
  type PartnerAccount,
  type PortalPayoutDetails,
  type PortalProgram,
  payeeQuery,
  payoutDetailsQuery,
} from '../queries.ts'
import { PayoutDetailsForm } from './payout-details-form.tsx'

/** The partner's payout details: current, pending and past, with a form to change them. */
export default function PayoutDetailsPage({ program }: { program: PortalProgram }) {
  const details = useQuery(payoutDetailsQuery(program.id))
  const account = useQuery(accountQuery)
  return (
    <>
      <PageHeader
        title={t('payoutDetails.payoutDetails')}
        description={<TimeZoneNote program={program} />}
        actions={
          <Button asChild>
            <Link to={`/programs/${program.id}/payouts`}>{t('payoutDetails.backPayouts')}</Link>
          </Button>
        }
      />
      <div className="flex max-w-2xl flex-col gap-4">
        <QueryView query={details}>
          {(versions) => (
            <>
              <QueryView query={account}>
                {(loaded) => <CurrentDetails program={program} versions={versions} account={loaded} />}
              </QueryView>
              {versions.length > 0 && <History program={program} versions={versions} />}
            </>
          )}
        </QueryView>
      </div>
    </>
  )
}

type Versions = readonly PortalPayoutDetails[]

/** The details in use and any pending change, a form or button to change them, and the result of a change. */
function CurrentDetails({
  program,
  versions,
  account: { isFullAccess, email },
}: {
  program: PortalProgram
  versions: Versions
  account: PartnerAccount
}) {
  const inUse = versions.find(({ state }) => state === 'in_use')
  const pendingVersion = versions.find(({ state }) => state === 'waiting')
  const isKnown = inUse !== undefined || pendingVersion !== undefined
  const [isEditing, setIsEditing] = useState(false)
  const [hasCanceled, setHasCanceled] = useState(false)
  const [outcome, setOutcome] = useState<{ message: string; of: string }>()
  const isFormOpen = isFullAccess && (isEditing || !isKnown)
  const message = outcome?.of === stateKey(versions) ? outcome.message : undefined
  const edit =
    isFormOpen || !isFullAccess ? undefined : (
      <Button
        ref={hasCanceled ? takeLostFocus : undefined}
        onClick={() => {
          setOutcome(undefined)
          setIsEditing(true)
        }}
      >
        {t('payoutDetails.edit')}
      </Button>
    )
  // The message and button belong to the newest details.
  const newest = { message, edit }
  return (
    <>
      <InUse
        program={program}
        of={inUse}
        isFullAccess={isFullAccess}
        {...(pendingVersion === undefined && newest)}
      />
      {pendingVersion !== undefined && (
        <PendingChange program={program} of={pendingVersion} isFullAccess={isFullAccess} {...newest} />
      )}
      {isFormOpen && (
        <Card>
          <CardHeader
            title={isKnown ? t('payoutDetails.changePayoutDetails') : t('payoutDetails.addPayoutDetails')}
            description={<ChangeNotice program={program} isKnown={isKnown} email={email} />}
          />
          <CardBody>
            <section
              aria-label={t('payoutDetails.newPayoutDetails')}
              tabIndex={-1}
              ref={isEditing ? focusOnMount : undefined}
            >
              <LoadedForm
                program={program}
                versions={versions}
                isKnown={isKnown}
                onCancel={() => {
                  setHasCanceled(true)
                  setIsEditing(false)
                }}
                onSaved={(message, saved) => {
                  setOutcome({ message, of: stateKey(saved) })
                  setHasCanceled(false)
                  setIsEditing(false)
                }}
              />
            </section>
          </CardBody>
        </Card>
      )}
      {!isFullAccess && <p className="text-ink-3">{t('payoutDetails.youSignedInWithLink')}</p>}
    </>
  )
}

/** The form, filled in with the previous payee. */
function LoadedForm({
  program,
  versions,
  isKnown,
  onCancel,
  onSaved,
}: {
  program: PortalProgram
  versions: Versions
  isKnown: boolean
  onCancel: () => void
  onSaved: (message: string, versions: Versions) => void
}) {
  const current =
    versions.find(({ state }) => state === 'waiting') ?? versions.find(({ state }) => state === 'in_use')
  const payee = useQuery({ ...payeeQuery(program.id, current?.version ?? 0), enabled: isKnown })
  if (payee.isLoading) return <SkeletonRows rows={4} />
  return (
    <PayoutDetailsForm
      program={program}
      versions={versions}
      payee={payee.data ?? null}
      onCancel={isKnown ? onCancel : undefined}
      onSaved={onSaved}
    />
  )
}

interface Newest {
  /** The result of the last change. */
  message?: string | undefined
  edit?: ReactNode
}

function InUse({
  program,
  of,
  isFullAccess,
  message,
  edit,
}: { program: PortalProgram; of: PortalPayoutDetails | undefined; isFullAccess: boolean } & Newest) {
  if (of === undefined) {
    return (
      <Card>
        <CardHeader
          title={t('payoutDetails.noPayoutDetailsYet')}
          description={t('payoutDetails.nameCantPayYouUntil', { name: program.name })}
        />
        <CardBody className="pt-0!" />
      </Card>
    )
  }
  return (
    <Card aria-label={t('payoutDetails.inUse')}>
      <CardHeader
        title={t('payoutDetails.payoutsGoHere')}
        actions={<LabelBadge {...DETAILS_STATES.in_use} />}
        {...(of.account === null && { description: t('payoutDetails.theseDetailsCantBeRead') })}
      />
      <CardBody className="flex flex-col gap-4">
        <Version program={program} of={of} isFullAccess={isFullAccess} />
        <Outcome message={message} />
        {edit !== undefined && <div>{edit}</div>}
      </CardBody>
    </Card>
  )
}

/** Takes the focus, because the saved form is gone. */
function Outcome({ message }: Pick<Newest, 'message'>) {
  if (message === undefined) return null
  return (
    <p role="status" tabIndex={-1} ref={focusOnMount} className="rounded-lg bg-good-soft px-3 py-2 text-good">
      {message}
    </p>
  )
}

/** Sessions without full access can't read the name and address. */
function Version({
  program,
  of,
  isFullAccess,
}: {
  program: PortalProgram
  of: PortalPayoutDetails
  isFullAccess: boolean
}) {
  const payee = useQuery({ ...payeeQuery(program.id, of.version), enabled: isFullAccess }).data ?? undefined
  return (
    <DetailList>
      <DetailItem name={t('payoutDetails.method')}>{METHODS[of.method].label}</DetailItem>
      <DetailItem name={t('payoutDetails.account')}>{of.account}</DetailItem>
      <DetailItem name={t('payoutDetails.name')}>{payee?.legalName}</DetailItem>
      <DetailItem name={t('payoutDetails.address')}>
        {payee !== undefined && [payee.address, `${payee.postalCode} ${payee.city}`.trim()].join(', ')}
      </DetailItem>
      <DetailItem name={t('payoutDetails.country')}>
        {of.country !== null && countryName(of.country)}
      </DetailItem>
      <DetailItem name={t('payoutDetails.taxId')}>
        {payee?.hasTaxId === true && t('payoutDetails.taxIdSaved')}
      </DetailItem>
      <DetailItem name={of.state === 'waiting' ? t('payoutDetails.usedFrom') : t('payoutDetails.usedSince')}>
        {formatInstant(of.usableAt, program.timeZone)}
      </DetailItem>
    </DetailList>
  )
}

function countryName(code: string): string {
  return new Intl.DisplayNames(interfaceLanguage(), { type: 'region' }).of(code) ?? code
}

/** A pending change that can be canceled. */
function PendingChange({
  program,
  of,
  isFullAccess,
  message,
  edit,
}: { program: PortalProgram; of: PortalPayoutDetails; isFullAccess: boolean } & Newest) {
  const queryClient = useQueryClient()
  const { queryKey } = payoutDetailsQuery(program.id)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const withdraw = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/partner/programs/{programId}/payout-details/withdraw', {
          params: { path: { programId: String(program.id) } },
        }),
      ),
    onSuccess: async ({ data }) => {
      queryClient.setQueryData(queryKey, data)
      await queryClient.invalidateQueries({ queryKey: ['partner', program.id, 'balance'] })
    },
    // On error the change may have taken effect, so it can't be canceled anymore.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <Card aria-label={t('payoutDetails.pendingChange')}>
      <CardHeader
        title={t('payoutDetails.aChangeTakesEffectOn', {
          usableAt: formatInstant(of.usableAt, program.timeZone),
        })}
        description={rich('payoutDetails.untilThenPayoutsGoYour', {
          // A session that opens the portal without the partner signing in has no profile.
          link: (children) =>
            DELEGATED_SESSION === undefined ? (
              <Link to="/profile" className="font-medium text-accent-text underline underline-offset-4">
                {children}
              </Link>
            ) : (
              children
            ),
        })}
        actions={<LabelBadge {...DETAILS_STATES.waiting} />}
      />
      <CardBody className="flex flex-col gap-4">
        <Version program={program} of={of} isFullAccess={isFullAccess} />
        <Outcome message={message} />
        {isFullAccess && (
          <div className="flex flex-wrap gap-2">
            {edit}
            <Button onClick={() => setIsDialogOpen(true)}>{t('payoutDetails.withdrawChange')}</Button>
          </div>
        )}
        {isDialogOpen && (
          <ConfirmDialog
            title={t('payoutDetails.withdrawChange2')}
            action={t('payoutDetails.withdrawChange')}
            onConfirm={withdraw.mutateAsync}
            onClose={() => setIsDialogOpen(false)}
          >
            {t('payoutDetails.payoutsKeepGoingYourCurrent')}
          </ConfirmDialog>
        )}
      </CardBody>
    </Card>
  )
}

/** Identifies the state of the newest version, so that messages disappear when it changes. */
function stateKey([newest]: Versions): string {
  return newest === undefined ? '' : `${newest.version} ${newest.state}`
}

function ChangeNotice({
  program,
  isKnown,
  email,
}: {
  program: PortalProgram
  isKnown: boolean
  email: string
}) {
  const mails = useQuery(mailPreferencesQuery(program.id))
  const message =
    mails.data?.isMailed === true ? ` ${t('payoutDetails.wellEmailEmailAboutIt', { email })}` : ''
  return isKnown
    ? t('payoutDetails.forYourSecurityChangeTakes', { notice: message })
    : t('payoutDetails.theyTakeEffectImmediatelyLater', { notice: message })
}

function History({ program, versions }: { program: PortalProgram; versions: Versions }) {
  return (
    <Card>
      <CardHeader title={t('payoutDetails.history')} description={t('payoutDetails.newestFirst')} />
      <ul aria-label={t('payoutDetails.versions')} className="mt-3 divide-y">
        {versions.map((one) => (
          <li
            key={one.version}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-5"
          >
            <span className="min-w-0">
              <span className="wrap-anywhere block font-medium">
                {METHODS[one.method].label} {one.account}
              </span>
              <span className="block text-[0.8125rem] text-ink-3">
                {t('payoutDetails.versionVersionCreatedAtHasWithdrawnAt', {
                  version: one.version,
                  createdAt: formatInstant(one.createdAt, program.timeZone),
                  hasWithdrawnAt: String(one.withdrawnAt !== null),
                  withdrawnAt:
                    one.withdrawnAt !== null ? formatInstant(one.withdrawnAt, program.timeZone) : '',
                })}
              </span>
            </span>
            <LabelBadge {...DETAILS_STATES[one.state]} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
