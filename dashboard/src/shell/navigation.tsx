import { Link } from '@tanstack/react-router'
import { Activity, ChartNoAxesCombined, HandCoins, Handshake, Plug, Settings, Users } from 'lucide-react'
import { useProgramId } from '../session/use-program'

const PAGES = [
  { to: '/programs/$programId/overview', label: 'Overview', icon: ChartNoAxesCombined },
  { to: '/programs/$programId/integration', label: 'Integration', icon: Plug },
  { to: '/programs/$programId/events', label: 'Events', icon: Activity },
  { to: '/programs/$programId/partners', label: 'Partners', icon: Handshake },
  { to: '/programs/$programId/commissions', label: 'Commissions', icon: HandCoins },
  { to: '/programs/$programId/customers', label: 'Customers', icon: Users },
  { to: '/programs/$programId/settings', label: 'Settings', icon: Settings },
] as const

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const programId = useProgramId()
  return (
    <nav aria-label="Program">
      <ul className="flex flex-col gap-0.5">
        {PAGES.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ programId }}
              {...(onNavigate === undefined ? {} : { onClick: onNavigate })}
              className="flex h-9 items-center gap-2.5 rounded-lg px-2.5 font-medium text-ink-2 transition-colors hover:bg-fill hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text"
            >
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
