import { useQuery } from '@tanstack/react-query'
import { sharedTimelineQuery } from '../../api/explain-queries.ts'
import { formatExactInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useFragment } from '../../ui/use-fragment.ts'
import { ConclusionCard } from './conclusion-card.tsx'
import { TimelineCards } from './timeline-cards.tsx'

/** The page behind a share link. Its token is in the URL fragment, which browsers don't send to servers. */
export function SharedTimelinePage() {
  const token = useFragment()
  const query = useQuery(sharedTimelineQuery(token))
  return (
    <main className="mx-auto min-h-dvh w-full max-w-3xl px-4 py-8 sm:px-6">
      <PageHeader
        title={t('explain.timeline')}
        description={
          query.data === undefined
            ? t('explain.whyOrderDidOrDidnt')
            : t('explain.programNameSubjectThisLinkExpires', {
                programName: query.data.programName,
                subject: query.data.query === '' ? '' : `: ${query.data.query}`,
                expiresAt: formatExactInstant(query.data.expiresAt, query.data.timeZone),
              })
        }
      />
      <Loaded query={query} loadingRows={6}>
        {({ explanation, timeZone }) => (
          <div className="flex flex-col gap-4">
            <ConclusionCard conclusion={explanation.conclusion} />
            <TimelineCards explanation={explanation} timeZone={timeZone} />
          </div>
        )}
      </Loaded>
    </main>
  )
}
