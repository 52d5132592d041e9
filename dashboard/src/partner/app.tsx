import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { api, read } from '../api/client.ts'
import { t } from '../messages/portal-text.ts'
import { Button } from '../ui/button.tsx'
import { EndedSession } from '../ui/form-error.tsx'
import { SkeletonRows } from '../ui/states.tsx'
import { TabRow } from '../ui/tab-row.tsx'
import { BrandName, useBrand, useLastBrand } from './brand.tsx'
import { DELEGATED_SESSION } from './delegated-session.ts'
import { QueryView, StatusBadge } from './display.tsx'
import { Link } from './link.tsx'
import { type PortalProgram, programsQuery, readPeriod, unlistedProgramQuery } from './queries.ts'
import { navigate, toQueryString, useAppLocation } from './router.ts'
import { SessionEnded } from './session-ended.tsx'

const ViewBanner = lazy(() => import('./view-banner.tsx'))
const SignInPage = lazy(() => import('./pages/sign-in-page.tsx'))
const ProgramsPage = lazy(() => import('./pages/programs-page.tsx'))
const ProfilePage = lazy(() => import('./pages/profile-page.tsx'))

/**
 * A program's pages: path, name and component. `of` is the parent of a page without a tab; `hasPeriod` marks pages
 * with a period.
 */
const PAGES: readonly {
  path: string
  name: string
  of?: string
  hasPeriod?: true
  Page: ComponentType<{ program: PortalProgram }>
}[] = [
  {
    path: 'overview',
    name: t('app.overview'),
    hasPeriod: true,
    Page: lazy(() => import('./pages/overview-page.tsx')),
  },
  {
    path: 'links',
    name: t('app.links'),
    hasPeriod: true,
    Page: lazy(() => import('./pages/links-page.tsx')),
  },
  { path: 'earnings', name: t('app.earnings'), Page: lazy(() => import('./pages/earnings-page.tsx')) },
  { path: 'payouts', name: t('app.payouts'), Page: lazy(() => import('./pages/payouts-page.tsx')) },
  {
    path: 'payout-details',
    name: t('app.payoutDetails'),
    of: 'payouts',
    Page: lazy(() => import('./pages/payout-details-page.tsx')),
  },
  { path: 'terms', name: t('app.terms'), Page: lazy(() => import('./pages/terms-page.tsx')) },
]

const SESSION_ENDED = <SessionEnded />

/** The partner portal: the sign-in page, or the page in the URL. */
export function PartnerApp() {
  const { parts: at } = useAppLocation()
  // A delegated session is limited to one program, starts there and has no sign-in page.
  const parts =
    DELEGATED_SESSION !== undefined && at.length === 0
      ? ['programs', String(DELEGATED_SESSION.programId)]
      : at
  return (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      {DELEGATED_SESSION?.kind === 'view' && <ViewBanner />}
      {parts[0] === 'sign-in' && DELEGATED_SESSION === undefined ? (
        <SignInPage />
      ) : (
        <EndedSession value={SESSION_ENDED}>
          <ProgramPages parts={parts} />
        </EndedSession>
      )}
    </Suspense>
  )
}

function ProgramPages({ parts: at }: { parts: readonly string[] }) {
  const programs = useQuery(programsQuery)
  // With a single program, its overview is the first page.
  const parts =
    at.length === 0 && programs.data?.length === 1 ? ['programs', String(programs.data[0]?.id)] : at
  const [first, id, page] = parts
  const listedProgram = first === 'programs' ? programs.data?.find((one) => String(one.id) === id) : undefined
  const isUnlisted =
    first === 'programs' && programs.isSuccess && listedProgram === undefined && /^\d+$/.test(id ?? '')
  const unlisted = useQuery({ ...unlistedProgramQuery(id ?? ''), enabled: isUnlisted })
  const program = listedProgram ?? unlisted.data ?? undefined
  const only = programs.data?.length === 1 ? programs.data[0] : undefined
  const brandProgram = program ?? (first === undefined || first === 'profile' ? only : undefined)
  useBrand(brandProgram)
  useLastBrand(DELEGATED_SESSION === undefined ? brandProgram : undefined)
  return (
    <div className="mx-auto max-w-6xl px-4 pb-16 sm:px-6">
      <a
        href="#content"
        className="sr-only z-70 rounded-lg bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('app.skipContent')}
      </a>
      {DELEGATED_SESSION === undefined ? (
        <Head program={brandProgram} hasMore={only === undefined} isLoaded={programs.isSuccess} />
      ) : (
        <div className="h-4" />
      )}
      {program !== undefined && <ProgramHead key={program.id} program={program} page={page ?? 'overview'} />}
      <main id="content" tabIndex={-1} className="outline-none">
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <Body parts={parts}>
            <QueryView<unknown> query={isUnlisted ? unlisted : programs}>
              {() => {
                const Page = PAGES.find(({ path }) => path === (page ?? 'overview'))?.Page
                return program === undefined || Page === undefined ? (
                  <NotFound />
                ) : (
                  <Page key={program.id} program={program} />
                )
              }}
            </QueryView>
          </Body>
        </Suspense>
      </main>
    </div>
  )
}

/**
 * The program's branding, with a link to the list of programs if there are several. Shows only an icon until the
 * programs are loaded, so that no other name appears before the branding.
 */
function Head({
  program,
  hasMore,
  isLoaded,
}: {
  program: PortalProgram | undefined
  hasMore: boolean
  isLoaded: boolean
}) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-4">
      <Link
        to={program === undefined || !hasMore ? '' : `/programs/${program.id}/overview`}
        className="flex min-h-10 min-w-0 max-w-full items-center gap-2.5 font-semibold"
      >
        {program === undefined ? (
          <>
            <img src="/favicon.svg" alt={isLoaded ? '' : t('app.partner')} className="size-7" />
            {isLoaded && t('app.partner')}
          </>
        ) : (
          <BrandName program={program} />
        )}
      </Link>
      <div className="-mr-3.5 flex flex-wrap items-center gap-1 max-sm:-ml-3.5">
        {program !== undefined && hasMore && (
          <Button look="quiet" asChild>
            <Link to="">{t('app.yourPrograms')}</Link>
          </Button>
        )}
        <Button look="quiet" asChild>
          <Link to="/profile">{t('app.profile')}</Link>
        </Button>
        <SignOut />
      </div>
    </header>
  )
}

/** The page in the URL, inside or outside a program. */
function Body({ parts, children }: { parts: readonly string[]; children: ReactNode }) {
  if (parts.length === 0) return <ProgramsPage />
  if (parts[0] === 'profile' && parts.length === 1 && DELEGATED_SESSION === undefined) return <ProfilePage />
  return parts[0] === 'programs' && parts.length <= 3 ? children : <NotFound />
}

function NotFound() {
  return (
    <div className="py-16 text-center">
      <h1 className="font-semibold text-xl">{t('app.pageNotFound')}</h1>
      <p className="mt-2">
        <Link to="" className="font-medium text-accent-text underline underline-offset-4">
          {t('app.yourPrograms')}
        </Link>
      </p>
    </div>
  )
}

function ProgramHead({ program, page }: { program: PortalProgram; page: string }) {
  const here = PAGES.find(({ path }) => path === page)
  const tab = here?.of ?? page
  const period = useSharedPeriod(here?.hasPeriod === true)
  return (
    <div className="mb-6">
      {program.sandbox && (
        <p className="mb-3 rounded-lg bg-warn-soft px-3 py-2 text-warn">
          {t('app.sandboxPracticeProgramWithIts')}
        </p>
      )}
      {DELEGATED_SESSION !== undefined && (
        <p className="mb-3 flex items-center gap-2.5">
          <BrandName program={program} />
        </p>
      )}
      {(program.status !== 'active' || program.partnerStatus !== 'approved') && (
        <p className="mb-3">
          <StatusBadge program={program} />
        </p>
      )}
      <TabRow label={t('app.program')} current={tab} className="-mx-4 px-4 sm:mx-0 sm:px-0">
        <ul className="flex gap-x-1 border-b max-sm:flex-wrap sm:min-w-max">
          {PAGES.filter((one) => one.of === undefined).map(({ path, name, hasPeriod }) => (
            <li key={path}>
              <Link
                to={`/programs/${program.id}/${path}${hasPeriod ? period : ''}`}
                aria-current={path === page ? 'page' : path === tab ? 'true' : undefined}
                className={clsx(
                  '-mb-px block border-b-2 px-3 py-2 font-medium max-sm:px-2 pointer-coarse:py-2.5',
                  path === tab
                    ? 'border-accent-text! text-ink'
                    : 'border-transparent! text-ink-3 hover:text-ink',
                )}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </TabRow>
    </div>
  )
}

/** Returns the period from the URL, or else the last one used in this program. */
function useSharedPeriod(usesUrlPeriod: boolean): string {
  const { search } = useAppLocation()
  const [lastPeriod, setLastPeriod] = useState('')
  const period = usesUrlPeriod ? toQueryString({ ...readPeriod(search) }) : lastPeriod
  if (period !== lastPeriod) setLastPeriod(period)
  return period
}

function SignOut() {
  const queryClient = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => read(api.POST('/api/partner/sign-out')),
    onSuccess: () => {
      queryClient.clear()
      navigate('/sign-in', { replace: true })
    },
  })
  return (
    <Button look="quiet" isBusy={signOut.isPending} onClick={() => signOut.mutate()}>
      {t('app.signOut')}
    </Button>
  )
}
