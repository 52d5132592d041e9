import { useQuery } from '@tanstack/react-query'
import { sharedStoryQuery } from '../../api/explain-queries.ts'
import { formatExactInstant } from '../../format/date.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useFragment } from '../../ui/use-fragment.ts'
import { StoryCards } from './story-cards.tsx'
import { VerdictCard } from './verdict-card.tsx'

/** Where a link to a story leads. Its token stands behind `#`, which no server is told. */
export function SharedStoryPage() {
  const token = useFragment()
  const query = useQuery(sharedStoryQuery(token))
  return (
    <main className="mx-auto min-h-dvh w-full max-w-3xl px-4 py-8 sm:px-6">
      <PageHeader
        title="One story"
        description={
          query.data === undefined
            ? 'Why an order paid, or did not.'
            : `${query.data.programName}${query.data.asked === '' ? '' : `: ${query.data.asked}`}. This link ends ${formatExactInstant(query.data.expiresAt, query.data.timeZone)}.`
        }
      />
      <Loaded query={query} loadingRows={6}>
        {({ explanation, timeZone }) => (
          <div className="flex flex-col gap-4">
            <VerdictCard verdict={explanation.verdict} />
            <StoryCards explanation={explanation} timeZone={timeZone} />
          </div>
        )}
      </Loaded>
    </main>
  )
}
