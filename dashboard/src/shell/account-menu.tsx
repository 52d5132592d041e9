import { CircleUser } from 'lucide-react'
import { onDemand } from '../api/load-code.ts'
import { t } from '../messages/team-text.ts'
import { useAccount } from '../session/use-program.ts'
import { Menu } from '../ui/menu.tsx'

const [AccountMenuItems, preload] = onDemand(() => import('./account-menu-items.tsx'), 'AccountMenuItems')

/** Shows the signed-in user, the theme switch and the sign-out button. */
export function AccountMenu() {
  const { user } = useAccount()
  return (
    <Menu
      align="end"
      preload={preload}
      trigger={
        <button
          type="button"
          className="flex w-full min-w-0 items-center gap-2.5 rounded-lg p-1.5 text-left transition-colors hover:bg-fill"
        >
          <span className="grid size-[min(2rem,12vw)] shrink-0 place-items-center rounded-full bg-fill text-ink-2">
            <CircleUser aria-hidden="true" className="size-4.5" />
          </span>
          <span className="hidden min-w-0 flex-1 md:block">
            <span className="block truncate font-medium leading-tight">{user.name}</span>
            <span className="block truncate text-ink-3 text-xs leading-tight">{user.email}</span>
          </span>
          <span className="sr-only">{t('shell.accountAndAppearance')}</span>
        </button>
      }
    >
      <AccountMenuItems />
    </Menu>
  )
}
