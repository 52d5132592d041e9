import type { EventType, RejectedRequest, TrackedEvent } from '../../api/types.ts'
import { formatAgo } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'

/** Describes the latest event of a kind: `Last click 2 minutes ago from acme.com`. */
export function describeEvent(event: TrackedEvent, now: number): string {
  const ago = formatAgo(event.timestamp, now)
  const partner = { hasPartner: String(event.partner !== null), partner: event.partner?.name ?? '' }
  switch (event.type) {
    case 'click': {
      const site = siteOf(event.affiliateUrl ?? event.pageUrl)
      return t('integration.lastClick', { ago, hasSite: String(site !== ''), site, ...partner })
    }
    case 'lead':
      return event.state === 'provisional'
        ? t('integration.lastProvisionalSignup', { ago })
        : t('integration.lastSignup', { ago, ...partner })
    case 'sale': {
      const amount = event.amountCents === null ? '' : formatMoney(event.amountCents, event.currency)
      return t('integration.lastSale', { ago, amount, ...partner })
    }
  }
}

const WAITING: Record<EventType, string> = {
  click: t('integration.waitingForYourFirstClick'),
  lead: t('integration.waitingForYourFirstSignup'),
  sale: t('integration.waitingForYourFirstSale'),
}

export const waitingFor = (type: EventType): string => WAITING[type]

/** The message of the response, with the link code that was sent. */
export function describeRejected({ message, linkCode, type }: RejectedRequest): string {
  return type === 'click' && linkCode !== null
    ? t('integration.rejectedWithCode', { message, linkCode })
    : message
}

/** The host of a page's address without `www.`; empty if there is none. */
function siteOf(address: string | null): string {
  if (address === null || !URL.canParse(address)) return ''
  return new URL(address).host.replace(/^www\./, '')
}
