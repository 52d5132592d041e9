import type { RegisteredRouter } from '@tanstack/react-router'
import {
  CircleQuestionMark,
  Handshake,
  MousePointerClick,
  Receipt,
  Search,
  TicketPercent,
  Users,
} from 'lucide-react'
import type { FoundOrder, SearchResults } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'

export interface SearchContext {
  buildLocation: RegisteredRouter['buildLocation']
  programId: string
  timeZone: string
  /** Test events have no timeline: their details open instead. */
  isTest: boolean
  canExplain: boolean
  text: string
}

/** Search results as palette items, in sections. Empty sections are omitted. */
export function searchResultGroups(found: SearchResults, place: SearchContext): PaletteGroup[] {
  const groups = [
    { name: t('shell.partners'), items: found.partners.map((one) => partnerItem(one, place)) },
    { name: t('shell.customers'), items: found.customers.map((one) => customerItem(one, place)) },
    { name: t('palette.orders'), items: found.orders.flatMap((one) => orderItem(one, place) ?? []) },
    { name: t('shell.couponCodes'), items: found.couponCodes.map((one) => couponItem(one, place)) },
    { name: t('palette.clicks'), items: found.clicks.map((one) => clickItem(one, place)) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

function partnerItem(
  { id, name, email }: SearchResults['partners'][number],
  { buildLocation, programId }: SearchContext,
): PaletteItem {
  const params = { programId, partnerId: String(id) }
  return {
    label: name,
    hint: email,
    icon: Handshake,
    href: buildLocation({ to: '/programs/$programId/partners/$partnerId', params }).href,
  }
}

function customerItem(
  { id, customerKey, partnerName }: SearchResults['customers'][number],
  { buildLocation, programId, text }: SearchContext,
): PaletteItem {
  return {
    label: customerKey ?? t('palette.customerId', { id }),
    hint: t('palette.referredBy', { partner: partnerName }),
    icon: Users,
    href: buildLocation({
      to: '/programs/$programId/customers',
      params: { programId },
      // If the customer has no key, the text is their email or click.
      search: { search: customerKey ?? text },
    }).href,
  }
}

function couponItem(
  { code, status, partnerName }: SearchResults['couponCodes'][number],
  { buildLocation, programId }: SearchContext,
): PaletteItem {
  return {
    label: code,
    hint: t('palette.couponOf', { partner: partnerName, status }),
    icon: TicketPercent,
    href: buildLocation({
      to: '/programs/$programId/coupon-codes',
      params: { programId },
      search: { search: code },
    }).href,
  }
}

/** Undefined for a rejected request that the role can't open. */
function orderItem(order: FoundOrder, place: SearchContext): PaletteItem | undefined {
  const { transactionId, saleId } = order
  const href =
    place.canExplain && !place.isTest
      ? explainHref(transactionId, 'order', place)
      : saleId === null
        ? undefined
        : eventHref(`sale-${saleId}`, place)
  return href === undefined
    ? undefined
    : { label: transactionId, hint: orderHint(order), icon: Receipt, href }
}

function orderHint({ source, amountCents, currency, commissionCents }: FoundOrder): string {
  const amount = amountCents === null || currency === null ? '' : formatMoney(amountCents, currency)
  if (source === 'rejected_request') return t('palette.rejected')
  if (source === 'payment')
    return t('palette.unattributedPayment', { hasAmount: String(amount !== ''), amount })
  if (commissionCents === null || currency === null) {
    return t('palette.saleWithoutCommission', { hasAmount: String(amount !== ''), amount })
  }
  return t('palette.saleWithCommission', { amount, commission: formatMoney(commissionCents, currency) })
}

function clickItem(
  { clickId, partnerName, receivedAt }: SearchResults['clicks'][number],
  place: SearchContext,
): PaletteItem {
  const at = formatInstant(receivedAt, place.timeZone)
  return {
    label: clickId,
    hint: partnerName === null ? at : `${partnerName} · ${at}`,
    icon: MousePointerClick,
    href:
      place.canExplain && !place.isTest
        ? explainHref(clickId, 'click', place)
        : eventHref(`click-${clickId}`, place),
  }
}

/** Links to search for the text on pages whose search isn't limited to prefixes. */
export function lookupItems(place: SearchContext): PaletteItem[] {
  const { buildLocation, programId, text, canExplain, isTest } = place
  const params = { programId }
  const search = { search: text }
  const explain = {
    label: t('palette.whyDidTextPay'),
    hint: text,
    icon: CircleQuestionMark,
    href: explainHref(text, undefined, place),
  }
  return [
    ...(canExplain ? [explain] : []),
    {
      label: t('palette.searchPartners'),
      hint: text,
      icon: Search,
      href: buildLocation({ to: '/programs/$programId/partners', params, search }).href,
    },
    {
      label: t('palette.searchEvents'),
      hint: text,
      icon: Search,
      href: buildLocation({
        to: '/programs/$programId/events',
        params,
        search: isTest ? { ...search, mode: 'test' } : search,
      }).href,
    },
  ]
}

function explainHref(
  q: string,
  by: 'order' | 'click' | undefined,
  { buildLocation, programId }: SearchContext,
): string {
  const search = by === undefined ? { q } : { q, by }
  return buildLocation({ to: '/programs/$programId/explain', params: { programId }, search }).href
}

function eventHref(open: string, { buildLocation, programId, isTest }: SearchContext): string {
  const search = isTest ? { open, mode: 'test' as const } : { open }
  return buildLocation({ to: '/programs/$programId/events', params: { programId }, search }).href
}
