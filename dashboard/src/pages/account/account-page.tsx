import { Link } from '@tanstack/react-router'
import { t } from '../../messages/team-text.ts'
import { useAccount } from '../../session/use-program.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { AccountSection } from '../settings/account-section.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'

/**
 * The account page outside any program, for accounts that must set up a second factor before they can open
 * one.
 */
export function AccountPage() {
  const locked = useAccount().workspaces.filter(({ lacksTwoFactor }) => lacksTwoFactor)
  return (
    <main className="mx-auto w-full max-w-3xl px-4 pt-6 pb-16 sm:px-8">
      <PageHeader title={t('account.yourAccount')} />
      {locked.length > 0 && (
        <p role="status" className="mb-4 rounded-lg bg-warn-soft px-4 py-2.5 text-warn">
          {t('account.mapCountTwoFactorSign', {
            map: locked.map(({ name }) => name).join(', '),
            count: locked.length,
          })}
        </p>
      )}
      <AccountSection />
      <p className="mt-6">
        <Link to="/" className={textLink}>
          {t('account.backYourPrograms')}
        </Link>
      </p>
    </main>
  )
}
