import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { archivedClickQuery } from '../../api/queries.ts'
import type { EventDetails } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'

interface Chapter {
  name: string
  at: string | null
  text: ReactNode
}

/** The steps from the click to this event, in order. */
export function Timeline({ details }: { details: EventDetails }) {
  const { timeZone } = useProgram()
  const chapters = toChapters(details)
  return (
    <ol className="flex flex-col">
      {chapters.map(({ name, at, text }) => (
        <li key={name} className="relative pb-4 pl-6 last:pb-0">
          <span aria-hidden="true" className="absolute top-1.5 left-1 size-2 rounded-full bg-accent" />
          <span
            aria-hidden="true"
            className="absolute top-4 bottom-0 left-[0.4375rem] w-px bg-line-strong [li:last-child>&]:hidden"
          />
          <p className="font-medium">{name}</p>
          {text !== undefined && <p className="wrap-anywhere text-ink-2">{text}</p>}
          {at !== null && <p className="text-ink-3 text-xs">{formatExactInstant(at, timeZone)}</p>}
        </li>
      ))}
    </ol>
  )
}

function toChapters(details: EventDetails): Chapter[] {
  const { event, click, customer } = details
  if (event.isTest) {
    return [
      {
        name: t('events.testType', { type: event.type }),
        at: event.timestamp,
        text: t('events.recordedSeparatelyFromRealEvents'),
      },
    ]
  }
  const chapters: Chapter[] = []
  if (click !== null) {
    const isArchived = !click.isKept && customer !== null
    chapters.push({
      name: t('events.click'),
      at: click.timestamp,
      text: isArchived ? <ArchivedClickText click={click} customerId={customer.id} /> : clickText(click),
    })
  }
  if (event.type === 'lead') {
    chapters.push({ name: t('events.lead'), at: event.timestamp, text: leadText(event) })
  } else if (customer?.signupAt !== null && customer !== null) {
    chapters.push({ name: t('events.lead'), at: customer.signupAt, text: customer.customerKey ?? undefined })
  }
  if (event.type === 'sale')
    chapters.push({ name: t('events.sale'), at: event.timestamp, text: windowText(details) })
  return chapters
}

type Click = NonNullable<EventDetails['click']>

function clickText(click: Pick<Click, 'linkCode' | 'affiliateUrl' | 'referrerUrl' | 'isKept'>): string {
  const { referrerUrl, isKept } = click
  const link = linkText(click)
  if (!isKept) return t('events.linkClickDeleted', { link })
  return referrerUrl === null || referrerUrl.trim() === ''
    ? link
    : t('events.linkFromReferrerUrl', { link, referrerUrl })
}

function linkText({ linkCode, affiliateUrl }: Pick<Click, 'linkCode' | 'affiliateUrl'>): string {
  return linkCode === null
    ? (affiliateUrl ?? t('events.aPartnerLink'))
    : t('events.linkLinkCode', { linkCode })
}

/** Reads the details of a click that is no longer in the database. */
function ArchivedClickText({ click, customerId }: { click: Click; customerId: number }) {
  const { data, isError } = useQuery(archivedClickQuery(useProgramId(), customerId))
  const link = linkText(click)
  if (isError) return t('events.linkArchiveFailed', { link })
  if (data === undefined) return t('events.linkReadingArchive', { link })
  if (data.status === 'unavailable')
    return t('events.linkArchiveUnavailable', { link, archive: data.archive ?? '' })
  return clickText(data.click === null ? click : { ...click, ...data.click, isKept: true })
}

function leadText(lead: { state: string; source: string; settledBy: string | null }): string {
  if (lead.state === 'provisional')
    return lead.source === 'server' ? t('events.createdByAttribution') : t('events.sentByBrowserYourServer')
  if (lead.source === lead.settledBy) return t('events.sentAndConfirmedBySource', { source: lead.source })
  return t('events.sentBySourceConfirmedBy', { source: lead.source, settledBy: lead.settledBy ?? 'server' })
}

const DAY_MS = 24 * 60 * 60 * 1000

function windowText({ event, click, isFirstSale, attributionWindowDays }: EventDetails): string | undefined {
  if (click === null) return undefined
  if (!isFirstSale) return t('events.aLaterSaleThisCustomer')
  const days = Math.floor((Date.parse(event.timestamp) - Date.parse(click.timestamp)) / DAY_MS)
  const after =
    days === 0
      ? t('events.onDayClick')
      : days === 1
        ? t('events.n1DayAfterClick')
        : t('events.daysDaysAfterClick', { days })
  return t('events.afterAttributionWindowIsAttributionWindowDays', { after, attributionWindowDays })
}
