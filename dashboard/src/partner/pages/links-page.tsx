import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { linkCodeError } from '../../format/link-code.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/portal-text.ts'
import { linkAddress, shortAddress } from '../../pages/partners/site-address.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { CopyButton, CopyIconButton } from '../../ui/copy.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { takeLostFocus } from '../../ui/focus-page.ts'
import { FormError } from '../../ui/form-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'
import { DELEGATED_SESSION } from '../delegated-session.ts'
import { Money, QueryView, TimeZoneNote } from '../display.tsx'
import { pageAddress } from '../page-address.ts'
import { PeriodChoice } from '../period-choice.tsx'
import { linksQuery, type PortalLinks, type PortalProgram, readPeriod, subIdsQuery } from '../queries.ts'
import { useAppLocation } from '../router.ts'
import { CouponCodes } from './coupon-codes.tsx'

const QrCode = lazy(() => import('../../pages/account/qr-code.tsx'))

/** The partner's links with metrics, and a card that creates links. */
export default function LinksPage({ program }: { program: PortalProgram }) {
  const period = readPeriod(useAppLocation().search)
  const links = useQuery(linksQuery(program.id, period))
  return (
    <>
      <PageHeader
        title={t('links.links')}
        description={<TimeZoneNote program={program} />}
        actions={<PeriodChoice program={program} />}
      />
      <QueryView query={links}>
        {({ links: all, withoutLink, most }) => (
          <div className="flex flex-col gap-4">
            <StatusNote program={program} />
            <Card>
              <CardHeader
                title={t('links.yourLinks')}
                description={t('links.countMax', { count: all.length, max: most })}
              />
              <ul className="divide-y">
                {all.map((link) => (
                  <li
                    key={link.id}
                    className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-5"
                  >
                    <LinkName link={link} siteUrl={program.siteUrl} />
                    <Results of={link} />
                  </li>
                ))}
                {hasResults(withoutLink) && (
                  <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-5">
                    <span className="min-w-0 flex-[1_1_14rem]">
                      <span className="font-medium">{t('links.withoutLink')}</span>
                      <span className="block text-[0.8125rem] text-ink-3">{t('links.withoutLinkHint')}</span>
                    </span>
                    <Results of={withoutLink} />
                  </li>
                )}
              </ul>
            </Card>
            <CreateLink program={program} links={all} most={most} />
            <CouponCodes program={program} />
            <SubIds program={program} />
          </div>
        )}
      </QueryView>
    </>
  )
}

type LinkResults = Pick<PortalLinks['withoutLink'], 'leads' | 'customers' | 'sales' | 'earnedByCurrency'> & {
  clicks?: number
}

const hasResults = ({ leads, customers, sales, earnedByCurrency }: LinkResults) =>
  leads + customers + sales > 0 || Object.keys(earnedByCurrency).length > 0

/** The counts and earnings for a link, or for customers without a link, who have no clicks. */
function Results({ of: results }: { of: LinkResults }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-2 max-sm:w-full sm:grid-cols-[repeat(4,6.25rem)_minmax(5.5rem,auto)] sm:text-right">
      {(['clicks', 'leads', 'customers', 'sales'] as const).map((field) => (
        <div key={field}>
          <dt className="text-[0.8125rem] text-ink-3">{COUNT_LABELS[field]}</dt>
          <dd className="tabular-nums">{formatCount(results[field] ?? 0)}</dd>
        </div>
      ))}
      <div>
        <dt className="text-[0.8125rem] text-ink-3">{t('links.earned')}</dt>
        <dd>
          <Money sums={results.earnedByCurrency} />
        </dd>
      </div>
    </dl>
  )
}

/** The link as shared, with a copy button; only the code if the program has no site yet. */
function LinkName({
  link: { code, status },
  siteUrl,
}: {
  link: { code: string; status: 'active' | 'inactive' }
  siteUrl: string | null
}) {
  const address = siteUrl === null ? undefined : linkAddress(siteUrl, code)
  return (
    <span className="flex min-w-0 flex-[1_1_14rem] items-start gap-1">
      <span className="min-w-0 break-all font-medium font-mono" title={address}>
        {address === undefined ? code : shortAddress(address)}{' '}
        {status === 'inactive' && <Badge>{t('links.inactive')}</Badge>}
      </span>
      {address !== undefined && status === 'active' && (
        <CopyIconButton text={address} what={t('links.linkCode', { code })} className="-my-1.5" />
      )}
    </span>
  )
}

const COUNT_LABELS = {
  clicks: t('links.countLabels.clicks'),
  leads: t('links.countLabels.leads'),
  customers: t('links.countLabels.customers'),
  sales: t('links.countLabels.sales'),
} as const

/** Why the links don't count yet. */
function StatusNote({ program: { partnerStatus } }: { program: PortalProgram }) {
  if (partnerStatus === 'pending') return <p className="text-warn">{t('links.yourLinksDontCountUntil')}</p>
  if (partnerStatus === 'rejected') return <p className="text-warn">{t('links.theProgramRejectedYouYour')}</p>
  return null
}

/** Builds a page URL for an existing link, or creates a link with a code of its own. */
function CreateLink({
  program,
  links,
  most,
}: {
  program: PortalProgram
  links: readonly { code: string; status: 'active' | 'inactive' }[]
  most: number
}) {
  const codes = links.filter(({ status }) => status === 'active').map(({ code }) => code)
  const isFull = links.length >= most
  const isAllowed = program.partnerStatus === 'approved' && DELEGATED_SESSION?.kind !== 'view'
  const [chosen, setChosen] = useState<string>()
  const [created, setCreated] = useState<string>()
  // Kept while a new code is created.
  const [typed, setTyped] = useState({ page: '', sub: '' })
  const canCreate = isAllowed && !isFull
  const isNew = canCreate && (chosen === '' || codes.length === 0)
  const code = chosen !== undefined && codes.includes(chosen) ? chosen : codes[0]
  if (program.partnerStatus === 'pending' || program.partnerStatus === 'rejected') return null
  if (!isNew && code === undefined) return null
  return (
    <Card>
      <CardHeader
        title={t('links.createLink')}
        description={isNew || program.siteUrl === null ? undefined : t('links.anyPageOnProgramsWebsite')}
      />
      <CardBody className="flex flex-col gap-4">
        {created !== undefined && !isNew && (
          // The form and its focused button are gone.
          <p role="status" tabIndex={-1} ref={takeLostFocus}>
            {t('links.linkCodeCreated', { code: created })}
          </p>
        )}
        {isNew ? (
          <>
            <NewLink
              program={program}
              onCreated={(newCode) => {
                setCreated(newCode)
                setChosen(newCode)
              }}
            />
            {codes.length > 0 && (
              <div>
                <Button size="small" onClick={() => setChosen(codes[0])}>
                  {t('links.useExistingCode')}
                </Button>
              </div>
            )}
          </>
        ) : (
          <>
            <PageAddress siteUrl={program.siteUrl} code={code ?? ''} typed={typed} onType={setTyped} />
            <div className="flex flex-wrap items-end gap-3">
              {codes.length > 1 && (
                <Field label={t('links.link')} className="min-w-0 flex-[0_1_16rem]">
                  {(control) => (
                    <Select
                      {...control}
                      value={code}
                      onChange={(event) => {
                        setCreated(undefined)
                        setChosen(event.target.value)
                      }}
                    >
                      {codes.map((one) => (
                        <option key={one}>{one}</option>
                      ))}
                    </Select>
                  )}
                </Field>
              )}
              {canCreate && (
                <Button
                  onClick={() => {
                    setCreated(undefined)
                    setChosen('')
                  }}
                >
                  {t('links.newLink')}
                </Button>
              )}
              {isAllowed && isFull && (
                <p className="text-[0.8125rem] text-ink-3">
                  {t('links.youHaveMaxLinksMaximum', { max: most })}
                </p>
              )}
            </div>
          </>
        )}
      </CardBody>
    </Card>
  )
}

interface TypedAddress {
  page: string
  sub: string
}

function PageAddress({
  siteUrl,
  code,
  typed,
  onType,
}: {
  siteUrl: string | null
  code: string
  typed: TypedAddress
  onType: (typed: TypedAddress) => void
}) {
  const { page, sub } = typed
  const [showsQrCode, setShowsQrCode] = useState(false)
  if (siteUrl === null) {
    return (
      <>
        <p className="text-ink-3">{t('links.theProgramHasntSetIts', { code })}</p>
        <CopyButton text={`?aff=${code}`} what={t('links.code')} />
      </>
    )
  }
  const result = pageAddress(siteUrl, { page, code, sub })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('links.page')}
          hint={t('links.pageHint')}
          error={result.kind === 'rejected' ? result.message : undefined}
        >
          {(control) => (
            <Input
              {...control}
              placeholder="/plans"
              maxLength={2048}
              value={page}
              onChange={(event) => onType({ ...typed, page: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('links.subID')} hint={t('links.optionalHelpsYouCompareWhere')}>
          {(control) => (
            <Input
              {...control}
              placeholder="newsletter"
              maxLength={255}
              value={sub}
              onChange={(event) => onType({ ...typed, sub: event.target.value })}
            />
          )}
        </Field>
      </div>
      {result.kind === 'address' && (
        <div className="flex flex-col gap-3">
          <output
            aria-label={t('links.yourNewLink')}
            className="break-all rounded-lg border bg-canvas px-3 py-2 font-mono text-[0.8125rem]"
          >
            {result.address}
          </output>
          <div className="flex flex-wrap gap-2">
            <CopyButton text={result.address} what={t('links.url')} />
            <Button size="small" aria-expanded={showsQrCode} onClick={() => setShowsQrCode(!showsQrCode)}>
              {t('links.qrCode')}
            </Button>
          </div>
          {showsQrCode && (
            <Suspense fallback={<p role="status">{t('links.loading')}</p>}>
              <QrCode
                text={result.address}
                label={t('links.qrCodeForAddress', { address: result.address })}
              />
            </Suspense>
          )}
        </div>
      )}
    </>
  )
}

function NewLink({ program, onCreated }: { program: PortalProgram; onCreated: (code: string) => void }) {
  const form = useNewLink(program, onCreated)
  return (
    <>
      <form onSubmit={form.onSubmit} noValidate className="flex flex-wrap items-start gap-3">
        <Field
          label={t('links.codeOptional')}
          hint={t('links.appearsAfterAffInURL')}
          error={form.getError('code')}
          className="flex-[1_1_14rem]"
        >
          {(control) => <Input {...control} name="code" maxLength={64} autoComplete="off" />}
        </Field>
        <Button type="submit" look="primary" isBusy={form.isBusy} className="sm:mt-6.5">
          {t('links.createLink2')}
        </Button>
      </form>
      <FormError error={form.error} />
    </>
  )
}

function useNewLink(program: PortalProgram, onCreated: (code: string) => void) {
  const queryClient = useQueryClient()
  return useForm({
    fields: ['code'],
    readForm(typed) {
      const code = readText(typed, 'code')
      const codeError = linkCodeError(code)
      return codeError === undefined ? code : new FieldErrors({ code: codeError })
    },
    save: async (code) =>
      (
        await read(
          api.POST('/api/partner/programs/{programId}/links', {
            params: { path: { programId: String(program.id) } },
            body: code === '' ? {} : { code },
          }),
        )
      ).data,
    async onSaved({ code }) {
      await queryClient.invalidateQueries({ queryKey: ['partner', program.id, 'links'] })
      onCreated(code)
    },
  })
}

function SubIds({ program }: { program: PortalProgram }) {
  const period = readPeriod(useAppLocation().search)
  const subIds = useQuery(subIdsQuery(program.id, period))
  return (
    <Card>
      <CardHeader title={t('links.subIDs')} description={t('links.clicksBySubValueIn')} />
      <CardBody>
        <QueryView query={subIds}>
          {({ subIds: all, isComplete }) =>
            all.length === 0 ? (
              <p className="text-ink-3">{t('links.noClicksInThisPeriod')}</p>
            ) : (
              <>
                <ul className="-my-2 divide-y">
                  {all.map(({ subId, clicks, sales, earnedByCurrency }) => (
                    <li
                      key={subId ?? ''}
                      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-2"
                    >
                      <span className="min-w-0 flex-[1_1_10rem] break-all">
                        {subId ?? <span className="text-ink-3">{t('links.none')}</span>}
                      </span>
                      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-2 max-sm:w-full sm:grid-cols-[repeat(2,6.25rem)_minmax(5.5rem,auto)] sm:text-right">
                        <div>
                          <dt className="text-[0.8125rem] text-ink-3">{COUNT_LABELS.clicks}</dt>
                          <dd className="tabular-nums">{formatCount(clicks)}</dd>
                        </div>
                        <div>
                          <dt className="text-[0.8125rem] text-ink-3">{COUNT_LABELS.sales}</dt>
                          <dd className="tabular-nums">{formatCount(sales)}</dd>
                        </div>
                        <div>
                          <dt className="text-[0.8125rem] text-ink-3">{t('links.earned')}</dt>
                          <dd>
                            <Money sums={earnedByCurrency} />
                          </dd>
                        </div>
                      </dl>
                    </li>
                  ))}
                </ul>
                {!isComplete && <p className="mt-3 text-ink-3">{t('links.basedOnMostRecentClicks')}</p>}
              </>
            )
          }
        </QueryView>
      </CardBody>
    </Card>
  )
}
