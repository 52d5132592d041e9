import { Link } from '@tanstack/react-router'
import { Ban, HandCoins, KeyRound, Mail, PauseCircle, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Partner } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Menu } from '../../ui/menu.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu-surface.tsx'

export type PartnerDialog = 'signInLink' | 'hold' | 'reject'

/** The less frequent actions on a partner's page. */
export function PartnerMenu({
  partner: { id, email, status, payoutHold },
  trigger,
  onOpen,
}: {
  partner: Partner
  trigger: ReactNode
  onOpen: (dialog: PartnerDialog) => void
}) {
  const can = usePermissionCheck()
  const isOpen = status !== 'closed'
  const to = { params: { programId: useProgramId() }, search: { partner: id } }
  return (
    <Menu align="end" trigger={trigger}>
      {isOpen && (
        <MenuItem asChild>
          <a href={`mailto:${email}`}>
            <Mail aria-hidden="true" />
            {t('partners.emailPartner')}
          </a>
        </MenuItem>
      )}
      {isOpen && can('partner:manage') && (
        <MenuItem onSelect={() => onOpen('signInLink')}>
          <KeyRound aria-hidden="true" />
          {t('partners.signInLinkMenu')}
        </MenuItem>
      )}
      {can('billing:read') && (
        <MenuItem asChild>
          <Link to="/programs/$programId/commissions" {...to}>
            <HandCoins aria-hidden="true" />
            {t('partners.viewAllCommissions')}
          </Link>
        </MenuItem>
      )}
      <MenuItem asChild>
        <Link to="/programs/$programId/customers" {...to}>
          <Users aria-hidden="true" />
          {t('partners.viewAllCustomers')}
        </Link>
      </MenuItem>
      {payoutHold === null && can('commission:manage') && (
        <MenuItem onSelect={() => onOpen('hold')}>
          <PauseCircle aria-hidden="true" />
          {t('partners.holdPayouts')}
        </MenuItem>
      )}
      {isOpen && status !== 'rejected' && can('partner:manage') && (
        <>
          <MenuSeparator />
          <MenuItem tone="bad" onSelect={() => onOpen('reject')}>
            <Ban aria-hidden="true" />
            {t('partners.rejectMenu')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
