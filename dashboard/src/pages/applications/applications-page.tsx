import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Inbox, Plus } from 'lucide-react'
import { useState } from 'react'
import { applicationsQuery, brandQuery } from '../../api/application-queries.ts'
import type { Application } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { enumOptions } from '../../format/enums.ts'
import { rich, t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { useCan, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Input } from '../../ui/field.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RowName, Table, Td, Th, Tr } from '../../ui/table.tsx'
import { APPLICATION_STATUSES } from './application-labels.ts'
import { ApplicationPanel } from './application-panel.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import type { ApplicationsSearch } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/applications')

/** The inbox of applications. */
export function ApplicationsPage() {
  const canManage = useCan()('partner:manage')
  const search = route.useSearch()
  const { open, close } = listSearch<ApplicationsSearch>(route.useNavigate())
  const [isInviting, setIsInviting] = useState(false)
  const slug = useQuery(brandQuery(useProgramId())).data?.slug
  return (
    <ListPage
      title={t('applications.applications')}
      description={<ApplicationSource slug={slug} />}
      actions={
        canManage &&
        typeof slug === 'string' && (
          <Button look="primary" onClick={() => setIsInviting(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {t('applications.invitePartner')}
          </Button>
        )
      }
      filters={<Filters />}
    >
      <Card>
        <ApplicationList onOpen={open} />
      </Card>
      <InvitationList />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {search.open !== undefined && <ApplicationPanel applicationId={search.open} onClose={close} />}
    </ListPage>
  )
}

/** @param slug null if there is no join page, undefined while loading */
function ApplicationSource({ slug }: { slug: string | null | undefined }) {
  const programId = useProgramId()
  if (slug === undefined) return <>{t('applications.peopleWhoAppliedBecomePartners')}</>
  if (slug === null) {
    return (
      <>
        {rich('applications.yourJoinPageIsntLive', {
          link: (children) => (
            <Link
              to="/programs/$programId/settings"
              params={{ programId }}
              search={{ section: 'join-page' }}
              className="text-accent-text underline"
            >
              {children}
            </Link>
          ),
        })}
      </>
    )
  }
  return (
    <>
      {rich('applications.peopleWhoAppliedThroughYour', {
        link: (children) => (
          <a href={`/join/${slug}`} target="_blank" rel="noopener" className="text-accent-text underline">
            {children}
          </a>
        ),
      })}
    </>
  )
}

function Filters() {
  const { status, search } = route.useSearch()
  const { change } = listSearch<ApplicationsSearch>(route.useNavigate())
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <Segmented
        label={t('applications.status')}
        value={status ?? 'every'}
        choices={[{ value: 'every', label: t('applications.all') }, ...enumOptions(APPLICATION_STATUSES)]}
        onChoose={(chosen) => change({ status: chosen === 'every' ? undefined : chosen })}
      />
      <Input
        type="search"
        aria-label={t('applications.searchApplications')}
        placeholder={t('applications.nameEmailOrWebsite')}
        className="w-auto max-w-56"
        maxLength={255}
        defaultValue={search}
        onChange={(event) => change({ search: event.target.value.trim() || undefined })}
      />
    </div>
  )
}

function ApplicationList({ onOpen }: { onOpen: (applicationId: number) => void }) {
  const programId = useProgramId()
  const { status, search } = route.useSearch()
  const list = useInfiniteQuery(applicationsQuery(programId, { status, search }))
  const isFiltered = status !== undefined || search !== undefined
  return (
    <PagedRows
      list={list}
      loadingRows={5}
      empty={
        <EmptyState
          icon={Inbox}
          title={isFiltered ? t('applications.noMatchingApplications') : t('applications.noApplicationsYet')}
        >
          {isFiltered
            ? t('applications.tryAnotherStatusOrDifferent')
            : t('applications.applicationsFromYourJoinPage')}
        </EmptyState>
      }
    >
      {(rows) => <ApplicationTable rows={rows} onOpen={onOpen} />}
    </PagedRows>
  )
}

function ApplicationTable({
  rows,
  onOpen,
}: {
  rows: Application[]
  onOpen: (applicationId: number) => void
}) {
  const { timeZone } = useProgram()
  return (
    <Table label={t('applications.applications')}>
      <thead>
        <tr>
          <Th>{t('applications.applicant')}</Th>
          <Th>{t('applications.status')}</Th>
          <Th className="hidden sm:table-cell">{t('applications.website')}</Th>
          <Th className="hidden sm:table-cell">{t('applications.applied')}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id} onClick={() => onOpen(row.id)}>
            <Td>
              <RowName className="max-w-56" detail={row.email}>
                {row.name}
              </RowName>
            </Td>
            <Td>
              <LabelBadge {...APPLICATION_STATUSES[row.status]} />
            </Td>
            <Td className="hidden max-w-64 truncate sm:table-cell">{row.website}</Td>
            <Td className="hidden sm:table-cell">{formatInstant(row.createdAt, timeZone)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
