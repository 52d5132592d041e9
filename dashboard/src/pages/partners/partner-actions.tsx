import { useMutation } from '@tanstack/react-query'
import { Eye, MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { Partner } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { type PartnerDialog, PartnerMenu } from './partner-menu.tsx'
import { HoldPayoutsDialog } from './payout-hold.tsx'
import { SignInLinkDialog } from './sign-in-link-dialog.tsx'
import { linkAddress } from './site-address.ts'
import { useDecidePartner } from './use-decide-partner.ts'
import { useSiteAddress } from './use-site-address.ts'

/** The actions on a partner's page: the frequent ones as buttons, the others in a menu. */
export function PartnerActions({ partner }: { partner: Partner }) {
  // Only partners can close their account, and it can't be reopened.
  const canManage = usePermissionCheck()('partner:manage') && partner.status !== 'closed'
  const [dialog, setDialog] = useState<PartnerDialog>()
  const close = () => setDialog(undefined)
  return (
    <>
      {canManage && partner.status !== 'approved' && <Approve partner={partner} />}
      <CopyLink partner={partner} />
      {canManage && <ViewAsPartner partnerId={partner.id} />}
      <PartnerMenu
        partner={partner}
        onOpen={setDialog}
        trigger={
          <Button>
            <MoreHorizontal aria-hidden="true" className="size-4" />
            {t('partners.more')}
          </Button>
        }
      />
      {dialog === 'signInLink' && <SignInLinkDialog partnerId={partner.id} onClose={close} />}
      {dialog === 'hold' && <HoldPayoutsDialog partner={partner} onClose={close} />}
      {dialog === 'reject' && <Reject partner={partner} onClose={close} />}
    </>
  )
}

function Approve({ partner }: { partner: Partner }) {
  const decide = useDecidePartner()
  const { showError } = useToasts()
  return (
    <Button
      look="primary"
      isBusy={decide.isPending}
      onClick={() => decide.mutate({ partner, decision: 'approve' }, { onError: showError })}
    >
      {t('partners.approve')}
    </Button>
  )
}

function Reject({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const decide = useDecidePartner()
  return (
    <ConfirmDialog
      title={t('partners.rejectName', { name: partner.name })}
      action={t('partners.rejectPartner')}
      onConfirm={() => decide.mutateAsync({ partner, decision: 'reject' })}
      onClose={onClose}
    >
      {partner.status === 'approved'
        ? t('partners.theirClicksWontBeCounted')
        : t('partners.anyPendingApplicationIsAlso')}
    </ConfirmDialog>
  )
}

/** Copies the first active link's URL, or its code while the program has no page for links. */
function CopyLink({ partner: { links } }: { partner: Partner }) {
  const siteUrl = useSiteAddress()
  const link = links.find(({ status }) => status === 'active')
  if (link === undefined) return null
  const copied =
    siteUrl === undefined
      ? { text: link.code, what: t('partners.codeToCopy'), label: t('partners.copyCode') }
      : {
          text: linkAddress(siteUrl, link.code),
          what: t('partners.linkToCopy'),
          label: t('partners.copyLink'),
        }
  return <CopyButton size="medium" {...copied} />
}

/** Opens the portal as the partner sees it in a new tab. */
function ViewAsPartner({ partnerId }: { partnerId: number }) {
  const programId = useProgramId()
  const { showError } = useToasts()
  const view = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/partners/{partnerId}/impersonate', {
          params: { path: { programId, partnerId: String(partnerId) } },
        }),
      ),
    onSuccess: ({ data }) => window.open(data.url, '_blank', 'noopener,noreferrer'),
    onError: showError,
  })
  return (
    <Button
      title={t('partners.openThisPartnersPortalIn')}
      isBusy={view.isPending}
      onClick={() => view.mutate()}
    >
      <Eye aria-hidden="true" className="size-4" />
      {t('partners.viewAsPartner')}
    </Button>
  )
}
