import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { rich, t } from '../../messages/team-text.ts'
import { useCan, useProgram } from '../../session/use-program.ts'
import { Spinner } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { describeEvent, describeRejected, waitingFor } from '../integration/describe-event.ts'
import { useLiveClicks } from '../integration/live-traffic.ts'
import { linkAddress } from '../partners/site-address.ts'
import { textLink } from '../sign-in/entry-frame.tsx'

/** A code that no partner has. Its clicks aren't counted, but they show that the tracker is installed. */
const CHECK_CODE = 'tracker-check'

/** How to send a click, and the latest one, updated while the page is visible. */
export function FirstClick({
  code = CHECK_CODE,
}: {
  /** A partner's link code. */ code?: string | undefined
}) {
  const { siteUrl } = useProgram()
  if (!useCan()('tracking:list')) return null
  return (
    <Card>
      <CardHeader title={t('setup.checkTracker')} description={t('setup.checkTrackerMeans')} />
      <CardBody className="flex flex-col gap-3">
        <p className="text-ink-2">
          {siteUrl === null
            ? rich('setup.openYourSiteWithCode', {
                code: (children: ReactNode) => <code className="font-mono">{children}</code>,
                linkCode: code,
              })
            : rich('setup.openAddress', {
                address: linkAddress(siteUrl, code),
                link: (children: ReactNode) => (
                  <a
                    href={linkAddress(siteUrl, code)}
                    target="_blank"
                    rel="noreferrer"
                    className={`${textLink} wrap-anywhere`}
                  >
                    {children}
                  </a>
                ),
              })}
        </p>
        <p role="status" className="flex items-start gap-2">
          <ClickState />
        </p>
      </CardBody>
    </Card>
  )
}

function ClickState() {
  const { clock } = useProgram()
  const { latest, rejected, readAt } = useLiveClicks()
  if (latest === undefined) return <span className="text-ink-3">{t('integration.loading')}</span>
  const now = readAt + (clock?.aheadMs ?? 0)
  const done = <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
  if (latest !== null) {
    return (
      <>
        {done}
        {describeEvent(latest, now)}
      </>
    )
  }
  if (rejected?.code === 'unknown_link') {
    return (
      <>
        {done}
        {t('setup.trackerWorks', { linkCode: rejected.linkCode ?? '' })}
      </>
    )
  }
  return (
    <>
      <Spinner className="mt-0.5 shrink-0 text-ink-3" />
      <span className="text-ink-3">
        {waitingFor('click')}
        {rejected !== undefined && ` ${describeRejected(rejected)}`}
      </span>
    </>
  )
}
