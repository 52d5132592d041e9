import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { brandQuery, joinPageQuery } from '../../api/application-queries.ts'
import { enumOptions } from '../../format/enums.ts'
import { ListMenus } from '../../lists/list-menus.tsx'
import { rich, t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { useNewDialog } from '../../search/use-new-dialog.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { APPLICATION_COLUMNS } from './application-columns.tsx'
import { APPLICATION_STATUSES } from './application-labels.ts'
import { APPLICATION_LIST, ApplicationList } from './application-list.tsx'
import { ApplicationPanel } from './application-panel.tsx'
import { ApprovePending } from './approve-pending.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import type { ApplicationsSearch } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/applications')

/** The inbox of applications. */
export function ApplicationsPage() {
  const canManage = usePermissionCheck()('partner:manage')
  const search = route.useSearch()
  const { open, close, change } = listSearch<ApplicationsSearch>(route.useNavigate())
  const [isInviting, setIsInviting] = useNewDialog(search, change)
  return (
    <ListPage
      title={t('applications.applications')}
      description={<ApplicationSource />}
      actions={
        canManage && (
          <>
            <ApprovePending search={search} />
            <Button look="primary" onClick={() => setIsInviting(true)}>
              <Plus aria-hidden="true" className="size-4" />
              {t('applications.invitePartner')}
            </Button>
          </>
        )
      }
      filters={<Filters />}
    >
      <ApplicationList key={JSON.stringify([search.status, search.search])} onOpen={open} />
      <InvitationList />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {search.open !== undefined && <ApplicationPanel applicationId={search.open} onClose={close} />}
    </ListPage>
  )
}

function ApplicationSource() {
  const programId = useProgramId()
  const slug = useQuery(brandQuery(programId)).data?.slug
  const savedAt = useQuery(joinPageQuery(programId)).data?.updatedAt
  if (slug === undefined || savedAt === undefined)
    return <>{t('applications.peopleWhoAppliedBecomePartners')}</>
  // Without a URL, or until it is saved, only invited partners can open the page.
  if (slug === null || savedAt === null) {
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
      <ListMenus list={APPLICATION_LIST} columns={APPLICATION_COLUMNS} />
    </div>
  )
}
