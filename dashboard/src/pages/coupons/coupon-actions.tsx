import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { CouponCode } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuItem } from '../../ui/menu-surface.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { EditCouponDialog, useRefreshCoupons } from './coupon-dialog.tsx'

/** Edits or archives an active code, if the role allows it. */
export function CouponMenu({ coupon }: { coupon: CouponCode }) {
  const can = usePermissionCheck()
  const programId = useProgramId()
  const refresh = useRefreshCoupons()
  const { showSuccess } = useToasts()
  const [open, setOpen] = useState<'edit' | 'archive'>()
  if (!can('partner:manage') || coupon.status === 'archived') return null
  const { code } = coupon
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={t('coupons.actionsForCode', { code })}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setOpen('edit')}>{t('coupons.edit')}</MenuItem>
        <MenuItem tone="bad" onSelect={() => setOpen('archive')}>
          {t('coupons.archive')}
        </MenuItem>
      </Menu>
      {open === 'edit' && <EditCouponDialog coupon={coupon} onClose={close} />}
      {open === 'archive' && (
        <ConfirmDialog
          title={t('coupons.archiveCode', { code })}
          action={t('coupons.archiveCode2')}
          onConfirm={async () => {
            const params = { path: { programId, couponId: String(coupon.id) } }
            await read(api.POST('/api/programs/{programId}/coupon-codes/{couponId}/archive', { params }))
            showSuccess(t('coupons.codeArchived', { code }))
            await refresh()
          }}
          onClose={close}
        >
          {t('coupons.archivedCodesAttributeNoCustomers')}
        </ConfirmDialog>
      )}
    </>
  )
}
