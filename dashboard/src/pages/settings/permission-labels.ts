import type { Permission } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

/** What each permission allows a management key to do. Workspace permissions aren't limited to a program. */
export const PERMISSIONS: Record<Permission, { label: string; hint: string; isWorkspaceWide?: true }> = {
  'tracking:read': {
    label: t('settings.permissions.trackingRead'),
    hint: t('settings.permissions.trackingRead.hint'),
  },
  'tracking:list': {
    label: t('settings.permissions.trackingList'),
    hint: t('settings.permissions.trackingList.hint'),
  },
  'billing:read': {
    label: t('settings.permissions.billingRead'),
    hint: t('settings.permissions.billingRead.hint'),
  },
  'partner:manage': {
    label: t('settings.permissions.partnerManage'),
    hint: t('settings.permissions.partnerManage.hint'),
  },
  'commission:manage': {
    label: t('settings.permissions.commissionManage'),
    hint: t('settings.permissions.commissionManage.hint'),
  },
  'payout:manage': {
    label: t('settings.permissions.payoutManage'),
    hint: t('settings.permissions.payoutManage.hint'),
  },
  'claim:manage': {
    label: t('settings.permissions.claimManage'),
    hint: t('settings.permissions.claimManage.hint'),
  },
  'program:update': {
    label: t('settings.permissions.programUpdate'),
    hint: t('settings.permissions.programUpdate.hint'),
  },
  'api_key:manage': {
    label: t('settings.permissions.apiKeyManage'),
    hint: t('settings.permissions.apiKeyManage.hint'),
  },
  'program:create': {
    label: t('settings.permissions.programCreate'),
    hint: t('settings.permissions.programCreate.hint'),
    isWorkspaceWide: true,
  },
  'member:manage': {
    label: t('settings.permissions.memberManage'),
    hint: t('settings.permissions.memberManage.hint'),
    isWorkspaceWide: true,
  },
  'audit:read': {
    label: t('settings.permissions.auditRead'),
    hint: t('settings.permissions.auditRead.hint'),
    isWorkspaceWide: true,
  },
  'timeline:share': {
    label: t('settings.permissions.timelineShare'),
    hint: t('settings.permissions.timelineShare.hint'),
  },
  'data_subject:export': {
    label: t('settings.permissions.dataSubjectExport'),
    hint: t('settings.permissions.dataSubjectExport.hint'),
  },
  'data_subject:erase': {
    label: t('settings.permissions.dataSubjectErase'),
    hint: t('settings.permissions.dataSubjectErase.hint'),
  },
}
