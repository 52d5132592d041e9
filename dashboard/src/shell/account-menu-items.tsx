import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, LogOut } from 'lucide-react'
import { signOut } from '../api/account.ts'
import { clearSessionQueries } from '../api/query-client.ts'
import { rich, t } from '../messages/team-text.ts'
import { forgetItems } from '../session/recent-items.ts'
import { useAccount } from '../session/use-program.ts'
import { MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu-surface.tsx'
import { useToasts } from '../ui/toast.tsx'
import { type ThemeChoice, useThemeChoice } from './theme.ts'

const THEMES: { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: t('shell.system') },
  { value: 'light', label: t('shell.light') },
  { value: 'dark', label: t('shell.dark') },
]

/** The items of the `AccountMenu`. */
export function AccountMenuItems() {
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
    <>
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
    </>
  )
}
