import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import type { Partner, PayoutDetailsVersion } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { RequestDetails } from '../payouts/request-details.tsx'

const METHODS: Record<PayoutDetailsVersion['method'], string> = {
  bank_iban: t('partners.methods.bankIban'),
  bank_account: t('partners.methods.bankAccount'),
  paypal: 'PayPal',
  wise: t('partners.methods.wise'),
  other: t('partners.methods.other'),
}

/** Closed accounts can't add details, so don't suggest waiting for them. */
const NO_DETAILS = {
  open: t('partners.noDetails.open'),
  closed: t('partners.noDetails.closed'),
}

/** The partner's payout details, masked. Roles that pay can reveal them, which the audit log records. */
export function PartnerPayoutDetails({ partner }: { partner: Partner }) {
  const query = useQuery(detailsQuery(useProgramId(), partner.id))
  const isAccountClosed = partner.status === 'closed'
  return (
    <section aria-label={t('partners.payoutDetails')} className="flex flex-col gap-3">
      <h2 className="font-semibold text-[0.9375rem] tracking-tight">{t('partners.payoutDetails')}</h2>
      <Loaded query={query} loadingRows={1}>
        {(versions) => {
          const currentVersions = versions.filter(({ state }) => state === 'in_use' || state === 'waiting')
          if (currentVersions.length === 0)
            return (
              <div className="flex flex-col items-start gap-2">
                <p className="text-ink-2">{NO_DETAILS[isAccountClosed ? 'closed' : 'open']}</p>
                {!isAccountClosed && <RequestDetails partnerIds={[partner.id]} />}
              </div>
            )
          return currentVersions.map((version) => (
            <Version key={version.version} partner={partner} of={version} />
          ))
        }}
      </Loaded>
    </section>
  )
}

function Version({ partner, of }: { partner: Partner; of: PayoutDetailsVersion }) {
  const { timeZone } = useProgram()
  const can = usePermissionCheck()
  const reveal = useReveal(partner)
  return (
    <div className="flex flex-col items-start gap-2">
      <DetailList>
        <DetailItem name={t('partners.method')}>{METHODS[of.method]}</DetailItem>
        <DetailItem name={t('partners.account')}>
          {of.account ?? UNREADABLE[partner.status === 'closed' ? 'closed' : 'open']}
        </DetailItem>
        <DetailItem name={of.state === 'waiting' ? t('partners.activeFrom') : t('partners.activeSince')}>
          {formatInstant(of.usableAt, timeZone)}
        </DetailItem>
        {reveal.data !== undefined && <FullDetails details={reveal.data} />}
      </DetailList>
      {can('payout:manage') && of.account !== null && reveal.data === undefined && (
        <Button isBusy={reveal.isPending} onClick={() => reveal.mutate(of.version)}>
          {t('partners.showFullDetails')}
        </Button>
      )}
    </div>
  )
}

const UNREADABLE = {
  open: t('partners.unreadable.open'),
  closed: t('partners.unreadable.closed'),
}

function useReveal({ id }: Partner) {
  const programId = useProgramId()
  const { showError } = useToasts()
  return useMutation({
    mutationFn: async (version: number) =>
      (
        await read(
          api.POST('/api/programs/{programId}/partners/{partnerId}/payout-details/reveal', {
            params: { path: { programId, partnerId: String(id) } },
            body: { version },
          }),
        )
      ).data,
    onError: showError,
    // Don't cache revealed details.
    gcTime: 0,
  })
}

type RevealedDetails = NonNullable<ReturnType<typeof useReveal>['data']>

function FullDetails({ details }: { details: RevealedDetails }) {
  return (
    <>
      <DetailItem name={t('partners.name')}>{details.legalName}</DetailItem>
      <DetailItem name={t('partners.iban')}>{details.iban}</DetailItem>
      <DetailItem name={t('partners.bic')}>{details.bic}</DetailItem>
      <DetailItem name={t('partners.accountNumber')}>{details.accountNumber}</DetailItem>
      <DetailItem name={t('partners.routingNumber')}>{details.routingNumber}</DetailItem>
      <DetailItem name={t('partners.email')}>{details.email}</DetailItem>
      <DetailItem name={t('partners.instructions')}>{details.instructions}</DetailItem>
      <DetailItem name={t('partners.address')}>
        {[details.address, details.postalCode, details.city, details.country]
          .filter((part) => part !== '')
          .join(', ')}
      </DetailItem>
      <DetailItem name={t('partners.taxID')}>{details.taxId}</DetailItem>
    </>
  )
}

/** Returns all versions of a partner’s payout details, masked. */
export const detailsQuery = (programId: string, partnerId: number) =>
  queryOptions({
    queryKey: ['partners', programId, 'payout-details', partnerId],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/partners/{partnerId}/payout-details', {
            params: { path: { programId, partnerId: String(partnerId) } },
            signal,
          }),
        )
      ).data,
  })
