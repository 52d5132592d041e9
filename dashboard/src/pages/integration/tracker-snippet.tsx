import { enumOptions } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { trackerSnippet } from './snippets.ts'
import { useSiteStack } from './stack-choice.ts'
import { SITE_STACK_LABELS } from './stack-labels.ts'

/** The tracker snippet for the selected stack, and where to paste it. */
export function TrackerSnippet() {
  const place = { origin: location.origin, programId: useProgramId() }
  const [stack, chooseStack] = useSiteStack()
  return (
    <Tabs
      label={t('stacks.yourSite')}
      selected={stack}
      onSelect={chooseStack}
      views={enumOptions(SITE_STACK_LABELS).map(({ value, label, where }) => ({
        value,
        name: label,
        content: (
          <>
            <p className="mb-2 max-w-[75ch] text-ink-2">{where}</p>
            <CodeBlock what={t('stacks.trackerCode', { stack: label })} code={trackerSnippet(value, place)} />
          </>
        ),
      }))}
    />
  )
}
