import type { ReactNode } from 'react'
import type { EventDetails } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { useProgram } from '../../session/use-program.ts'

interface Chapter {
  name: string
  at: string | null
  text: ReactNode
}

/** The way from the click to this event, in the order it happened. */
export function Timeline({ details }: { details: EventDetails }) {
  const { timeZone } = useProgram()
  const chapters = chaptersOf(details)
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

function chaptersOf(details: EventDetails): Chapter[] {
  const { event, click, customer } = details
  if (event.isTest) {
    return [{ name: `Test ${event.type}`, at: event.timestamp, text: 'Recorded apart from real events.' }]
  }
  const chapters: Chapter[] = []
  if (click !== null) chapters.push({ name: 'Click', at: click.timestamp, text: clickWords(click) })
  if (event.type === 'lead') {
    chapters.push({ name: 'Lead', at: event.timestamp, text: leadWords(event) })
  } else if (customer?.signupAt !== null && customer !== null) {
    chapters.push({ name: 'Lead', at: customer.signupAt, text: customer.customerKey ?? undefined })
  }
  if (event.type === 'sale') chapters.push({ name: 'Sale', at: event.timestamp, text: windowWords(details) })
  return chapters
}

function clickWords({
  linkCode,
  affiliateUrl,
  referrerUrl,
  isKept,
}: NonNullable<EventDetails['click']>): string {
  const link = linkCode === null ? (affiliateUrl ?? 'A partner link') : `Link “${linkCode}”`
  if (!isKept) return `${link}. The visit itself is no longer kept here: old clicks are archived or deleted.`
  return referrerUrl === null ? link : `${link}, coming from ${referrerUrl}`
}

function leadWords(lead: { state: string; source: string; settledBy: string | null }): string {
  if (lead.state === 'provisional') return 'Sent by the browser; your server has not confirmed it yet.'
  if (lead.source === lead.settledBy) return `Sent and settled by the ${lead.source}.`
  return `Sent by the ${lead.source}, settled by the ${lead.settledBy ?? 'server'}.`
}

const DAY_MS = 24 * 60 * 60 * 1000

function windowWords({ event, click, isFirstSale, attributionWindowDays }: EventDetails): string | undefined {
  if (click === null) return undefined
  if (!isFirstSale) return 'A later sale of this customer: the attribution window only counts for the first.'
  const days = Math.floor((Date.parse(event.timestamp) - Date.parse(click.timestamp)) / DAY_MS)
  const after =
    days === 0
      ? 'On the day of the click'
      : days === 1
        ? '1 day after the click'
        : `${days} days after the click`
  return `${after}; the attribution window is ${attributionWindowDays} days.`
}
