import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, CircleUser, LogOut } from 'lucide-react'
import { signOut } from '../api/account.ts'
import { clearSessionQueries } from '../api/query-client.ts'
import { rich, t } from '../messages/team-text.ts'
import { forgetItems } from '../session/recent-items.ts'
import { useAccount } from '../session/use-program.ts'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { useToasts } from '../ui/toast.tsx'
import { type ThemeChoice, useThemeChoice } from './theme.ts'

const THEMES: { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: t('shell.system') },
  { value: 'light', label: t('shell.light') },
  { value: 'dark', label: t('shell.dark') },
]

/** Shows the signed-in user, the theme switch and the sign-out button. */
export function AccountMenu() {
  const { user } = useAccount()
  const [theme, chooseTheme] = useThemeChoice()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { showError } = useToasts()
  const leave = useMutation({
    mutationFn: signOut,
    async onSuccess() {
      await navigate({ to: '/sign-in' })
      clearSessionQueries(queryClient)
      forgetItems()
    },
    onError: showError,
  })
  return (
    <Menu
      align="end"
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
      <MenuLabel>
        {rich('shell.signedInAsEmail', {
          email: user.email,
          span: (children) => <span className="text-ink-2">{children}</span>,
        })}
      </MenuLabel>
      <MenuSeparator />
      <MenuLabel>{t('shell.appearance')}</MenuLabel>
      <MenuChoice label={t('shell.appearance')} value={theme} choices={THEMES} onChoose={chooseTheme} />
      <MenuSeparator />
      <MenuItem asChild>
        <a href="/docs" target="_blank" rel="noreferrer">
          <BookOpen aria-hidden="true" />
          {t('shell.apiReference')}
        </a>
      </MenuItem>
      <MenuItem onSelect={() => leave.mutate()}>
        <LogOut aria-hidden="true" />
        {t('shell.signOut')}
      </MenuItem>
    </Menu>
  )
}
