import type { RegisteredRouter } from '@tanstack/react-router'
import {
  Activity,
  Banknote,
  ChartNoAxesCombined,
  CircleQuestionMark,
  CreditCard,
  HandCoins,
  Handshake,
  HeartPulse,
  Inbox,
  ListChecks,
  ListTree,
  type LucideIcon,
  MessageCircleQuestion,
  MousePointerClick,
  Plug,
  Plus,
  ReceiptText,
  ScrollText,
  Settings,
  TicketPercent,
  TriangleAlert,
  Users,
  Webhook,
} from 'lucide-react'
import type { Permission } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { PaletteItem } from './palette-item.ts'

type BuildLocation = RegisteredRouter['buildLocation']

/** All program pages without parameters. */
export const PAGES = [
  { to: 'overview', label: t('shell.overview'), icon: ChartNoAxesCombined },
  { to: 'events', label: t('shell.events'), icon: Activity },
  { to: 'partners', label: t('shell.partners'), icon: Handshake },
  { to: 'applications', label: t('shell.applications'), icon: Inbox },
  { to: 'breakdown', label: t('shell.breakdown'), icon: ListTree },
  { to: 'coupon-codes', label: t('shell.couponCodes'), icon: TicketPercent },
  { to: 'coupon-report', label: t('shell.couponReport'), icon: TicketPercent },
  { to: 'capture-report', label: t('shell.captureReport'), icon: MousePointerClick },
  { to: 'customers', label: t('shell.customers'), icon: Users },
  { to: 'explain', label: t('shell.orderLookup'), icon: CircleQuestionMark },
  { to: 'commissions', label: t('shell.commissions'), icon: HandCoins },
  { to: 'claims', label: t('shell.claims'), icon: MessageCircleQuestion },
  { to: 'payouts', label: t('shell.payouts'), icon: Banknote },
  { to: 'invoices', label: t('shell.invoices'), icon: ReceiptText },
  { to: 'health', label: t('shell.health'), icon: HeartPulse },
  { to: 'rejected-requests', label: t('palette.rejectedRequests'), icon: TriangleAlert },
  { to: 'setup', label: t('palette.setup'), icon: ListChecks },
  { to: 'integration', label: t('shell.integration'), icon: Plug, keywords: t('palette.integrationWords') },
  { to: 'payments', label: t('shell.payments'), icon: CreditCard, keywords: t('palette.paymentsWords') },
  { to: 'reconciliation', label: t('reconciliation.title'), icon: CreditCard },
  { to: 'webhooks', label: t('shell.webhooks'), icon: Webhook },
  { to: 'audit-log', label: t('shell.auditLog'), icon: ScrollText },
  { to: 'settings', label: t('shell.settings'), icon: Settings },
] as const satisfies readonly { to: string; label: string; icon: LucideIcon; keywords?: string }[]

/** The other settings sections; the page itself opens the first. */
export const SETTINGS_SECTIONS = {
  keys: t('settings.views.keys'),
  'management-keys': t('settings.views.managementKeys'),
  policies: t('settings.views.policies'),
  payouts: t('settings.views.payouts'),
  'join-page': t('settings.views.joinPage'),
  portal: t('settings.views.portal'),
  workspace: t('settings.views.workspace'),
  members: t('settings.views.members'),
  mail: t('settings.views.mail'),
  account: t('settings.views.account'),
} as const

export function pageItems(buildLocation: BuildLocation, programId: string): PaletteItem[] {
  const params = { programId }
  const pages = PAGES.map((page) => ({
    label: page.label,
    keywords: 'keywords' in page ? page.keywords : undefined,
    icon: page.icon,
    href: buildLocation({ to: `/programs/$programId/${page.to}`, params }).href,
  }))
  const sections = Object.entries(SETTINGS_SECTIONS).map(([name, label]) => {
    const section = name as keyof typeof SETTINGS_SECTIONS // safe because entries have the record's keys
    const { href } = buildLocation({ to: '/programs/$programId/settings', params, search: { section } })
    return { label: t('palette.settingsSection', { label }), icon: Settings, href }
  })
  return [...pages, ...sections]
}

/** Actions available to the role; each opens its form. */
export function actionItems(
  buildLocation: BuildLocation,
  programId: string,
  can: (permission: Permission) => boolean,
): PaletteItem[] {
  const params = { programId }
  const dialog = 'new'
  const actions: { needs: Permission; label: string; href: string }[] = [
    {
      needs: 'partner:manage',
      label: t('partners.addPartner'),
      href: buildLocation({ to: '/programs/$programId/partners', params, search: { dialog } }).href,
    },
    {
      needs: 'partner:manage',
      label: t('applications.invitePartner'),
      href: buildLocation({ to: '/programs/$programId/applications', params, search: { dialog } }).href,
    },
    {
      needs: 'partner:manage',
      label: t('palette.addCouponCode'),
      href: buildLocation({ to: '/programs/$programId/coupon-codes', params, search: { dialog } }).href,
    },
    {
      needs: 'payout:manage',
      label: t('payouts.createPayouts'),
      href: buildLocation({ to: '/programs/$programId/payouts', params, search: { dialog } }).href,
    },
    {
      needs: 'api_key:manage',
      label: t('palette.createApiKey'),
      href: buildLocation({
        to: '/programs/$programId/settings',
        params,
        search: { section: 'keys', dialog },
      }).href,
    },
    {
      needs: 'api_key:manage',
      label: t('settings.createManagementKey'),
      href: buildLocation({
        to: '/programs/$programId/settings',
        params,
        search: { section: 'management-keys', dialog },
      }).href,
    },
    {
      needs: 'member:manage',
      label: t('settings.inviteMember'),
      href: buildLocation({
        to: '/programs/$programId/settings',
        params,
        search: { section: 'members', dialog },
      }).href,
    },
    {
      needs: 'program:update',
      label: t('palette.connectProcessor'),
      href: buildLocation({ to: '/programs/$programId/payments', params }).href,
    },
    {
      needs: 'program:update',
      label: t('webhooks.addWebhook'),
      href: buildLocation({ to: '/programs/$programId/webhooks', params, search: { dialog } }).href,
    },
    {
      needs: 'program:create',
      label: t('shell.newProgram'),
      href: buildLocation({ to: '/programs/new' }).href,
    },
  ]
  return actions.filter(({ needs }) => can(needs)).map(({ label, href }) => ({ label, href, icon: Plus }))
}
