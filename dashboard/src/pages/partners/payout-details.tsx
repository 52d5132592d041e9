import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import type { Partner, PayoutDetailsVersion } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useToasts } from '../../ui/toast.tsx'

const METHODS: Record<PayoutDetailsVersion['method'], string> = {
  bank_iban: 'Bank transfer (IBAN)',
  bank_account: 'Bank transfer (account number)',
  paypal: 'PayPal',
  wise: 'Wise',
  other: 'Another way',
}

/** Who has closed the account says it no more: nobody should wait for it. */
const UNSAID = {
  open: 'The partner has not said it yet.',
  closed:
    'The account was closed without saying how to be paid, and nobody can say it any more. What is still owed is yours to ' +
    'settle: pay it another way, and mark its commissions as paid.',
}

/** Where the partner's money goes: masked, and in full for who pays, which the audit log notes. */
export function PartnerPayoutDetails({ partner }: { partner: Partner }) {
  const query = useQuery(detailsQuery(useProgramId(), partner.id))
  const isGone = partner.status === 'closed'
  return (
    <section aria-label="Payout details" className="flex flex-col gap-3">
      <h2 className="font-semibold text-[0.9375rem] tracking-tight">Payout details</h2>
      <Loaded query={query} loadingRows={1}>
        {(versions) => {
          const shown = versions.filter(({ state }) => state === 'in_use' || state === 'waiting')
          if (shown.length === 0) return <p className="text-ink-2">{UNSAID[isGone ? 'closed' : 'open']}</p>
          return shown.map((version) => <Version key={version.version} partner={partner} of={version} />)
        }}
      </Loaded>
    </section>
  )
}

function Version({ partner, of }: { partner: Partner; of: PayoutDetailsVersion }) {
  const { timeZone } = useProgram()
  const may = useMay()
  const reveal = useReveal(partner)
  return (
    <div className="flex flex-col items-start gap-2">
      <Facts>
        <Fact name="Method">{METHODS[of.method]}</Fact>
        <Fact name="Account">
          {of.account ?? UNREADABLE[partner.status === 'closed' ? 'closed' : 'open']}
        </Fact>
        <Fact name={of.state === 'waiting' ? 'Used from' : 'Used since'}>
          {formatInstant(of.usableAt, timeZone)}
        </Fact>
        {reveal.data !== undefined && <InFull details={reveal.data} />}
      </Facts>
      {may('payout:manage') && of.account !== null && reveal.data === undefined && (
        <Button isBusy={reveal.isPending} onClick={() => reveal.mutate(of.version)}>
          Show in full
        </Button>
      )}
    </div>
  )
}

const UNREADABLE = {
  open: 'Cannot be read: sealed under another APP_SECRET',
  closed: 'Cannot be read: erased since the account was closed, or sealed under another APP_SECRET',
}

function useReveal({ id }: Partner) {
  const programId = useProgramId()
  const { sayError } = useToasts()
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
    onError: sayError,
    // What was shown is not kept when the page is left.
    gcTime: 0,
  })
}

type Revealed = NonNullable<ReturnType<typeof useReveal>['data']>

function InFull({ details }: { details: Revealed }) {
  return (
    <>
      <Fact name="Name">{details.legalName}</Fact>
      <Fact name="IBAN">{details.iban}</Fact>
      <Fact name="BIC">{details.bic}</Fact>
      <Fact name="Account number">{details.accountNumber}</Fact>
      <Fact name="Routing number">{details.routingNumber}</Fact>
      <Fact name="E-mail">{details.email}</Fact>
      <Fact name="Instructions">{details.instructions}</Fact>
      <Fact name="Address">
        {[details.address, details.postalCode, details.city, details.country]
          .filter((part) => part !== '')
          .join(', ')}
      </Fact>
      <Fact name="Tax id">{details.taxId}</Fact>
    </>
  )
}

const detailsQuery = (programId: string, partnerId: number) =>
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
