import type { EventType, RejectedRequest, TrackedEvent } from '../../api/types.ts'
import { capitalize } from '../../format/capitalize.ts'
import { formatTimeAgo } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'

/** Describes the latest event of one kind: `Last click 2 minutes ago from acme.com`. */
export function describeEvent(event: TrackedEvent, now: number): string {
  const ago = formatTimeAgo(event.timestamp, now)
  const partner = { hasPartner: String(event.partner !== null), partner: event.partner?.name ?? '' }
  switch (event.type) {
    case 'click': {
      const site = getSiteHost(event.pageUrl ?? event.affiliateUrl)
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

/** Returns the response's message as a sentence, with the link code or the order that was sent. */
export function describeRejected({
  message: sent,
  field,
  linkCode,
  transactionId,
  type,
}: Pick<RejectedRequest, 'message' | 'field' | 'linkCode' | 'transactionId' | 'type'>): string {
  // A field name stays as it is.
  const isSentence = /^[a-z]+ /.test(sent) && !(field !== null && sent.startsWith(field))
  const message = isSentence ? capitalize(sent) : sent
  if (type === 'click' && linkCode !== null) return t('integration.rejectedWithCode', { message, linkCode })
  return transactionId === null ? message : t('integration.rejectedWithOrder', { message, transactionId })
}

/**
 * Describes what the clicks so far show about the tracker. `works` stays true once a click has arrived, counted or
 * not; `note` explains why a newer click wasn't counted.
 */
export function describeClicks(
  { latest, rejected, hasArrived }: ClicksSoFar,
  now: number,
): { works: string | undefined; note: string | undefined } {
  const check = rejected.find(({ code }) => code === 'unknown_link')
  const [newest] = rejected
  const isShown = newest === check && latest === null
  const isOlder = newest === undefined || (latest !== null && newest.lastAt <= latest.timestamp)
  return {
    works: describeWorking(latest, check, { hasArrived, now }),
    note:
      isShown || isOlder
        ? undefined
        : t('setup.lastNotCounted', {
            ago: formatTimeAgo(newest.lastAt, now),
            reason: describeRejected(newest),
          }),
  }
}

interface ClicksSoFar {
  latest: TrackedEvent | null
  /** The latest rejected clicks, newest first. */
  rejected: readonly RejectedRequest[]
  hasArrived: boolean
}

function describeWorking(
  latest: TrackedEvent | null,
  check: RejectedRequest | undefined,
  { hasArrived, now }: { hasArrived: boolean; now: number },
): string | undefined {
  if (latest !== null) return describeEvent(latest, now)
  if (check !== undefined) return t('setup.trackerWorks', { linkCode: check.linkCode ?? '' })
  return hasArrived ? t('setup.clicksArrive') : undefined
}

/** Returns a page URL's host without `www.`; empty if there is none. */
function getSiteHost(address: string | null): string {
  if (address === null || !URL.canParse(address)) return ''
  return new URL(address).host.replace(/^www\./, '')
}
