import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { formatInstant } from '../../format/date.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { takeFocus } from '../../ui/focus-page.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Link } from '../link.tsx'
import { DETAILS_STATES, METHODS } from '../payout-words.ts'
import {
  accountQuery,
  mailPreferencesQuery,
  type OwnPayoutDetails,
  type OwnProgram,
  payoutDetailsQuery,
} from '../queries.ts'
import { Shown, TimesOf } from '../shown.tsx'
import { PayoutDetailsForm } from './payout-details-form.tsx'

/** Where a partner's money goes: what is in use, what waits, a form for something else, and what there was. */
export default function PayoutDetailsPage({ program }: { program: OwnProgram }) {
  const details = useQuery(payoutDetailsQuery(program.id))
  return (
    <>
      <PageHeader
        title="How you are paid"
        description={<TimesOf program={program} />}
        actions={
          <Button asChild>
            <Link to={`/programs/${program.id}/payouts`}>Back to the payouts</Link>
          </Button>
        }
      />
      <div className="flex max-w-2xl flex-col gap-4">
        <Shown query={details}>
          {(versions) => (
            <>
              <Kept program={program} versions={versions} />
              <Change program={program} versions={versions} />
              {versions.length > 0 && <History program={program} versions={versions} />}
            </>
          )}
        </Shown>
      </div>
    </>
  )
}

type Versions = readonly OwnPayoutDetails[]

function Kept({ program, versions }: { program: OwnProgram; versions: Versions }) {
  const inUse = versions.find(({ state }) => state === 'in_use')
  const waiting = versions.find(({ state }) => state === 'waiting')
  return (
    <>
      {inUse === undefined ? (
        <Card>
          <CardHeader
            title="You have not said it yet"
            description={`${program.name} does not know where to pay you.`}
          />
          <CardBody className="pt-0!" />
        </Card>
      ) : (
        <Card aria-label="In use">
          <CardHeader
            title="Payouts go there"
            actions={<LabelBadge {...DETAILS_STATES.in_use} />}
            {...(inUse.account === null && {
              description: 'It cannot be read any more: enter it again, or the program cannot pay you there.',
            })}
          />
          <CardBody>
            <Version program={program} of={inUse} />
          </CardBody>
        </Card>
      )}
      {waiting !== undefined && <Waiting program={program} of={waiting} />}
    </>
  )
}

function Version({ program, of }: { program: OwnProgram; of: OwnPayoutDetails }) {
  return (
    <Facts>
      <Fact name="Method">{METHODS[of.method].label}</Fact>
      <Fact name="Account">{of.account}</Fact>
      <Fact name="Country">{of.country !== null && countryName(of.country)}</Fact>
      <Fact name={of.state === 'waiting' ? 'Used from' : 'Used since'}>
        {formatInstant(of.usableAt, program.timeZone)}
      </Fact>
    </Facts>
  )
}

function countryName(code: string): string {
  return new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code
}

/** A change that is not used yet, which can be taken back. */
function Waiting({ program, of }: { program: OwnProgram; of: OwnPayoutDetails }) {
  const queryClient = useQueryClient()
  const account = useQuery(accountQuery)
  const { queryKey } = payoutDetailsQuery(program.id)
  const [isAsked, setIsAsked] = useState(false)
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
    // It may be used by now: then there is nothing to take back.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <Card aria-label="A change that waits">
      <CardHeader
        title={`A change waits until ${formatInstant(of.usableAt, program.timeZone)}`}
        description="Until then payouts go where they went before. If you did not make it, withdraw it and sign out everywhere."
        actions={<LabelBadge {...DETAILS_STATES.waiting} />}
      />
      <CardBody className="flex flex-col gap-4">
        <Version program={program} of={of} />
        {account.data?.isWhole === true && (
          <Button className="self-start" onClick={() => setIsAsked(true)}>
            Withdraw the change
          </Button>
        )}
        {isAsked && (
          <ConfirmDialog
            title="Withdraw the change?"
            action="Withdraw the change"
            onConfirm={withdraw.mutateAsync}
            onClose={() => setIsAsked(false)}
          >
            Payouts go on where they go now. To make the change after all you enter it anew, and it waits
            three days from then on.
          </ConfirmDialog>
        )}
      </CardBody>
    </Card>
  )
}

/** The way to say something else, and what becomes of it. */
function Change({ program, versions }: { program: OwnProgram; versions: Versions }) {
  const account = useQuery(accountQuery)
  const isKnown = versions.some(({ state }) => state === 'in_use' || state === 'waiting')
  const [isOpen, setIsOpen] = useState(false)
  const [outcome, setOutcome] = useState<{ words: string; of: string }>()
  return (
    <Shown query={account}>
      {({ isWhole, email }) =>
        isWhole ? (
          <Card>
            <CardHeader
              title={isKnown ? 'Be paid in another way' : 'Say how you want to be paid'}
              description={<WhatHappens program={program} isKnown={isKnown} email={email} />}
            />
            <CardBody className="flex flex-col gap-4">
              {outcome?.of === standOf(versions) && (
                <p role="status" tabIndex={-1} ref={takeFocus}>
                  {outcome.words}
                </p>
              )}
              {isOpen || !isKnown ? (
                <section aria-label="Another way" tabIndex={-1} ref={isOpen ? takeFocus : undefined}>
                  <PayoutDetailsForm
                    program={program}
                    versions={versions}
                    onSaved={(words, kept) => {
                      setOutcome({ words, of: standOf(kept) })
                      setIsOpen(false)
                    }}
                  />
                </section>
              ) : (
                <Button
                  className="self-start"
                  onClick={() => {
                    setOutcome(undefined)
                    setIsOpen(true)
                  }}
                >
                  Change it
                </Button>
              )}
            </CardBody>
          </Card>
        ) : (
          <p className="text-ink-3">
            You came by a link that somebody passed on: it shows how you are paid, and changes nothing. Sign
            in by a link that was mailed to you to change it.
          </p>
        )
      }
    </Shown>
  )
}

/** What was said of a version is said no longer when it stands otherwise. */
function standOf([newest]: Versions): string {
  return newest === undefined ? '' : `${newest.version} ${newest.state}`
}

function WhatHappens({ program, isKnown, email }: { program: OwnProgram; isKnown: boolean; email: string }) {
  const mails = useQuery(mailPreferencesQuery(program.id))
  const told = mails.data?.isMailed === true ? ` ${email} gets a mail about it.` : ''
  return isKnown
    ? `A change waits three days before it is used, so that nobody sends your money elsewhere unseen.${told} Until then payouts go where they went before, and you can withdraw it. It takes the place of a change that waits.`
    : `It is used at once. A later change waits three days.${told}`
}

function History({ program, versions }: { program: OwnProgram; versions: Versions }) {
  return (
    <Card>
      <CardHeader title="History" description="The newest first." />
      <ul aria-label="Versions" className="mt-3 divide-y">
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
                Version {one.version}, {formatInstant(one.createdAt, program.timeZone)}
                {one.withdrawnAt !== null &&
                  `, withdrawn ${formatInstant(one.withdrawnAt, program.timeZone)}`}
              </span>
            </span>
            <LabelBadge {...DETAILS_STATES[one.state]} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
