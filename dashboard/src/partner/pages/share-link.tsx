import { useQuery } from '@tanstack/react-query'
import { t } from '../../messages/portal-text.ts'
import { linkAddress, shortAddress } from '../../pages/partners/site-address.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { CopyButton, CopyIconButton } from '../../ui/copy.tsx'
import { QueryView } from '../display.tsx'
import { Link } from '../link.tsx'
import { linksQuery, type PortalProgram } from '../queries.ts'

/** The partner's first link with its copy button, or why it doesn't count. */
export function ShareLink({ program }: { program: PortalProgram }) {
  const links = useQuery(linksQuery(program.id, {}))
  if (program.partnerStatus === 'pending') {
    return <p className="text-warn">{t('links.yourLinksDontCountUntil')}</p>
  }
  if (program.partnerStatus === 'rejected') {
    return <p className="text-warn">{t('links.theProgramRejectedYouYour')}</p>
  }
  return (
    <QueryView query={links}>
      {({ links: all }) => {
        const code = all.find(({ status }) => status === 'active')?.code
        return (
          <Card aria-label={t('overview.yourLink')}>
            <CardHeader
              title={t('overview.yourLink')}
              description={code === undefined ? t('overview.noActiveLink') : t('overview.shareIt')}
              actions={
                <Button look="quiet" asChild>
                  <Link to={`/programs/${program.id}/links`}>{t('overview.allLinks')}</Link>
                </Button>
              }
            />
            {code === undefined ? (
              <CardBody className="pt-0!" />
            ) : (
              <LinkToShare program={program} code={code} />
            )}
          </Card>
        )
      }}
    </QueryView>
  )
}

function LinkToShare({
  program: { siteUrl, redirectDomain },
  code,
}: {
  program: Pick<PortalProgram, 'siteUrl' | 'redirectDomain'>
  code: string
}) {
  const origin = redirectDomain === null ? location.origin : `https://${redirectDomain}`
  const redirect = `${origin}/r/${code}`
  const text = siteUrl === null ? `?aff=${code}` : linkAddress(siteUrl, code)
  return (
    <CardBody className="flex flex-col gap-3">
      {siteUrl === null && <p className="text-ink-3">{t('links.theProgramHasntSetIts', { code })}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-[1_1_14rem] break-all rounded-lg border bg-canvas px-3 py-2 font-mono">
          {text}
        </span>
        <CopyButton
          look="primary"
          size="medium"
          text={text}
          what={siteUrl === null ? t('links.code') : t('overview.link')}
        />
      </div>
      {siteUrl !== null && <p>{t('overview.pasteIt', { site: shortAddress(siteUrl).replace(/\/$/, '') })}</p>}
      {siteUrl !== null && (
        <p className="flex flex-wrap items-center gap-x-2 text-ink-3">
          {t('overview.shortLink')}
          <span className="flex items-center gap-1">
            <span className="break-all font-mono text-ink">{shortAddress(redirect)}</span>
            <CopyIconButton text={redirect} what={t('overview.shortLink')} className="-my-1.5" />
          </span>
        </p>
      )}
    </CardBody>
  )
}
