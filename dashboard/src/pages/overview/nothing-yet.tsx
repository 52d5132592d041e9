import { Link } from '@tanstack/react-router'
import { MousePointerClick } from 'lucide-react'
import { useKeptPeriod } from '../../session/kept-period.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** What a program without a click in these days shows instead of a chart. */
export default function NothingYet() {
  const programId = useProgramId()
  const period = useKeptPeriod()
  return (
    <EmptyState
      icon={MousePointerClick}
      title="Nothing happened in these days"
      action={
        <>
          <Button asChild look="primary">
            <Link to="/programs/$programId/integration" params={{ programId }}>
              Check the integration
            </Link>
          </Button>
          <Button asChild>
            <Link to="/programs/$programId/partners" params={{ programId }} search={period}>
              Add a partner
            </Link>
          </Button>
        </>
      }
    >
      Clicks appear here as soon as somebody follows a partner’s link to a page with the tracker on it.
    </EmptyState>
  )
}
