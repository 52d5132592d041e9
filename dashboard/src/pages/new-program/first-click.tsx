import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram } from '../../session/use-program.ts'
import { Spinner } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { describeClicks, waitingFor } from '../integration/describe-event.ts'
import { useLiveClicks } from '../integration/live-traffic.ts'
import { linkAddress } from '../partners/site-address.ts'
import { textLink } from '../sign-in/entry-frame.tsx'

/** A code that no partner has. Clicks with it aren't counted, but they show that the tracker is installed. */
const CHECK_CODE = 'tracker-check'

/** How to send a click, and the latest click received, updated while the page is visible. */
export function FirstClick({
  code = CHECK_CODE,
}: {
  /** A partner's link code. */ code?: string | undefined
}) {
  const { siteUrl } = useProgram()
  if (!usePermissionCheck()('tracking:list')) return null
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
        <div role="status" className="flex flex-col gap-1.5">
          <ClickState />
        </div>
      </CardBody>
    </Card>
  )
}

function ClickState() {
  const { clock } = useProgram()
  const { latest, rejected, hasArrived, readAt } = useLiveClicks()
  if (latest === undefined) return <p className="text-ink-3">{t('integration.loading')}</p>
  const { works, note } = describeClicks({ latest, rejected, hasArrived }, readAt + (clock?.aheadMs ?? 0))
  return (
    <>
      {works === undefined ? (
        <p className="flex items-start gap-2 text-ink-3">
          <Spinner className="mt-0.5 shrink-0" />
          {waitingFor('click')}
        </p>
      ) : (
        <p className="flex items-start gap-2">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
          {works}
        </p>
      )}
      {note !== undefined && <p className="ml-6 text-ink-3">{note}</p>}
    </>
  )
}
