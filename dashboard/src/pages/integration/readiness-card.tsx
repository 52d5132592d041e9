import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Circle, CircleAlert, CircleCheck, FlaskConical } from 'lucide-react'
import { api, read } from '../../api/client.ts'
import { readinessQuery } from '../../api/queries.ts'
import type { ReadinessGate } from '../../api/types.ts'
import { formatInstant, formatTimeAgo } from '../../format/date.ts'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { CodeBlock, CopyButton } from '../../ui/copy.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'

const REFRESH_MS = 4000

/** Five gates for the merchant's site and server to pass, and a link to try them as a visitor. */
export function ReadinessCard() {
  const programId = useProgramId()
  const creating = useCreateTestLink()
  const created = creating.data?.data
  const run =
    created?.testLink == null ? undefined : { clickId: created.clickId, since: created.readiness.checkedAt }
  const query = useQuery({ ...readinessQuery(programId, run), refetchInterval: REFRESH_MS })
  const isReady = query.data?.ready === true
  return (
    <Card>
      <CardHeader
        title={t('integration.readiness')}
        description={t('integration.readinessMeans')}
        actions={isReady && <Badge tone="good">{t('integration.ready')}</Badge>}
      />
      <TestLink creating={creating} />
      <VerifyCommand />
      {run !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 pt-4 sm:px-5">
          <p className="font-medium">{t('integration.onlyThisTest')}</p>
          <Button size="small" onClick={() => creating.reset()}>
            {t('integration.showAllEvents')}
          </Button>
        </div>
      )}
      <Loaded query={query} loadingRows={5}>
        {({ gates, checkedAt }) => (
          <ol className="mt-3 divide-y border-t">
            {gates.map((gate) => (
              <Gate key={gate.gate} gate={gate} readAt={Date.parse(checkedAt)} />
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  )
}

const GATES: Record<ReadinessGate['gate'], string> = {
  script_seen: t('integration.gates.scriptSeen'),
  click_id_at_signup: t('integration.gates.clickIdAtSignup'),
  server_lead: t('integration.gates.serverLead'),
  sale: t('integration.gates.sale'),
  refund: t('integration.gates.refund'),
}

const STATUSES: Record<ReadinessGate['status'], { label: string; tone: Tone; icon: typeof Circle }> = {
  passed: { label: t('integration.gatePassed'), tone: 'good', icon: CircleCheck },
  failed: { label: t('integration.gateFailed'), tone: 'bad', icon: CircleAlert },
  waiting: { label: t('integration.gateWaiting'), tone: 'neutral', icon: Circle },
}

const COLORS: Record<ReadinessGate['status'], string> = {
  passed: 'text-good',
  failed: 'text-bad',
  waiting: 'text-ink-3',
}

function Gate({
  gate: { gate, status, message, evidence, nextAction },
  readAt,
}: {
  gate: ReadinessGate
  readAt: number
}) {
  const { timeZone } = useProgram()
  const { label, tone, icon: Icon } = STATUSES[status]
  return (
    <li className="flex gap-3 px-4 py-3 sm:px-5">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${COLORS[status]}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <span className="font-medium">{GATES[gate]}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="text-ink-2">{message}</p>
        {evidence !== null && (
          <p className="break-words text-ink-3 text-xs">
            {evidence.text} ·{' '}
            <time dateTime={evidence.at} title={formatInstant(evidence.at, timeZone)}>
              {formatTimeAgo(evidence.at, readAt)}
            </time>
          </p>
        )}
        {nextAction !== null && <p className="mt-1 max-w-[75ch]">{nextAction}</p>}
      </div>
    </li>
  )
}

function useCreateTestLink() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      read(api.POST('/api/programs/{programId}/synthetic-events', { params: { path: { programId } } })),
    onSuccess: () =>
      Promise.all(
        ['status', 'events'].map((resource) =>
          queryClient.invalidateQueries({ queryKey: [resource, programId] }),
        ),
      ),
  })
}

/** Creates a test link, which opens the merchant's site as a visitor whose events are test events. */
function TestLink({ creating }: { creating: ReturnType<typeof useCreateTestLink> }) {
  const can = usePermissionCheck()
  if (!can('program:update')) return null
  const link = creating.data?.data.testLink
  return (
    <div className="mt-3 flex flex-col gap-3 px-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-3">
        <Button look="secondary" isBusy={creating.isPending} onClick={() => creating.mutate()}>
          {!creating.isPending && <FlaskConical aria-hidden="true" className="size-4" />}
          {t('integration.createTestLink')}
        </Button>
        <FormError error={creating.error} />
      </div>
      {link === null && <NoSite />}
      {typeof link === 'string' && <OpenTestLink link={link} />}
    </div>
  )
}

function NoSite() {
  const programId = useProgramId()
  return (
    <p className="text-warn">
      {rich('integration.testLinkNeedsSite', {
        link: (children) => (
          <Link to="/programs/$programId/settings" params={{ programId }} className={textLink}>
            {children}
          </Link>
        ),
      })}
    </p>
  )
}

function OpenTestLink({ link }: { link: string }) {
  return (
    <div className="flex flex-col gap-2 rounded-lg bg-fill px-4 py-3">
      <p className="text-ink-2">{t('integration.openTestLinkMeans')}</p>
      <p className="break-all font-mono text-[0.8125rem]">{link}</p>
      <div className="flex flex-wrap gap-2">
        <Button asChild size="small">
          <a href={link} target="_blank" rel="noreferrer">
            {t('integration.openTestLink')}
          </a>
        </Button>
        <CopyButton text={link} what={t('integration.testLink')} />
      </div>
    </div>
  )
}

/** The command that runs the same check in a browser and reports what is wrong. */
function VerifyCommand() {
  const programId = useProgramId()
  const { siteUrl } = useProgram()
  const site = siteUrl ?? 'https://shop.example'
  const code = `npx affiliate verify-integration --service ${location.origin} --program ${programId} --url ${site}`
  return (
    <div className="flex flex-col gap-2 px-4 pt-3 sm:px-5">
      <p className="max-w-[75ch] text-ink-2">
        {rich('integration.verifyCommandMeans', {
          settings: t('settings.permissions.programUpdate'),
          reports: t('settings.permissions.trackingRead'),
          code: (children) => <code className="font-mono">{children}</code>,
        })}
      </p>
      <CodeBlock what={t('integration.verifyCommand')} code={code} />
    </div>
  )
}
