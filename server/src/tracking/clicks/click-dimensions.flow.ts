import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/cache-size.ts'
import type { ClickDetails, ClickDimension, SentColumns } from './click.sql.ts'
import {
  clickDevice,
  clickPage,
  clickReferrer,
  type DimensionHash,
  hashDimension,
  parseSize,
  parseUserAgent,
  type UserAgent,
} from './click-dimensions.rule.ts'
import { clickLimits } from './limits.ts'

/** A click's columns that refer to its page, referrer and device. */
export type DimensionColumns = Pick<SentColumns, 'page_id' | 'referrer_id' | 'device_id' | SizeColumn>

type SizeColumn = 'screen_width' | 'screen_height' | 'viewport_width' | 'viewport_height'

/** Collects the distinct dimensions of one program's clicks. */
export interface Dimensions {
  add(details: ClickDetails, receivedAt: Date): DimensionColumns
  readonly rows: readonly ClickDimension[]
  /** Assigns new IDs to dimensions whose ID belongs to other content. The next collection uses them. */
  rename(takenHashes: readonly DimensionHash[]): void
}

/**
 * The number of times a dimension, identified by program and content, was assigned another ID. A dimension without an
 * entry has its first ID.
 */
export interface RenamedDimensions {
  get(content: string): number | undefined
  set(content: string, times: number): void
}

/**
 * Creates a bounded cache of the most recent entries across all programs. If an entry is lost, a batch needs one more
 * attempt.
 */
export function createRenamedDimensions(): RenamedDimensions {
  return new LRUCache<string, number>(atMost(clickLimits.renamedDimensionsKept))
}

export type ParseUserAgent = (text: string) => UserAgent

/** Returns a parser with a bounded cache. */
export function createUserAgentParser(): ParseUserAgent {
  const userAgentCache = new LRUCache<string, UserAgent>(atMost(clickLimits.userAgentsKept))
  return (text) => {
    const cached = userAgentCache.get(text)
    if (cached !== undefined) return cached
    const userAgent = parseUserAgent(text)
    userAgentCache.set(text, userAgent)
    return userAgent
  }
}

export function collectDimensions(
  programId: number,
  parse: ParseUserAgent,
  renamed: RenamedDimensions = new Map(),
): Dimensions {
  const rows = new Map<string, ClickDimension>()

  /**
   * Returns a dimension's ID.
   * @param name identifies the result of `make`, which is called only for new content: the month, a space, the content
   */
  function findOrCreateId(month: string, name: string, make: () => object | undefined): number | undefined {
    const row = rows.get(name)
    if (row !== undefined) return row.id
    const values = make()
    if (values === undefined) return undefined
    const attempt = renamed.get(`${programId} ${name}`) ?? 0
    const { id, rest } = hashDimension(name.slice(month.length + 1), attempt)
    rows.set(name, { month, id, rest, ...values })
    return id
  }

  return {
    add(details, receivedAt) {
      const { affiliate_url, page_url, page_title, referrer_url, user_agent, language, timezone } = details
      const month = toFirstDayOfMonth(receivedAt)
      const screen = parseSize(details.screen_resolution)
      const viewport = parseSize(details.viewport_size)
      const screen_resolution = screen === undefined ? details.screen_resolution : undefined
      const viewport_size = viewport === undefined ? details.viewport_size : undefined
      const page = dimensionKey(month, 'page', affiliate_url, page_url, page_title)
      const referrer = dimensionKey(month, 'referrer', referrer_url)
      const device = dimensionKey(
        month,
        'device',
        user_agent,
        language,
        timezone,
        screen_resolution,
        viewport_size,
      )
      return {
        page_id: findOrCreateId(month, page, () => clickPage(details)),
        referrer_id: findOrCreateId(month, referrer, () => clickReferrer(referrer_url)),
        device_id: findOrCreateId(month, device, () =>
          clickDevice(
            { user_agent, language, timezone, screen_resolution, viewport_size },
            user_agent === undefined ? undefined : parse(user_agent),
          ),
        ),
        screen_width: screen?.width,
        screen_height: screen?.height,
        viewport_width: viewport?.width,
        viewport_height: viewport?.height,
      }
    },
    get rows() {
      return [...rows.values()]
    },
    rename(takenHashes) {
      for (const [name, row] of rows) {
        if (!takenHashes.some(({ id, rest }) => id === row.id && rest === row.rest)) continue
        const key = `${programId} ${name}`
        renamed.set(key, (renamed.get(key) ?? 0) + 1)
      }
    },
  }
}

/** Returns a dimension's month and content. Stored text has no NUL and is never empty. */
function dimensionKey(month: string, kind: string, ...texts: (string | undefined)[]): string {
  return `${month} ${kind}\0${texts.join('\0')}`
}

/** Returns the first day of an instant's month in UTC. */
function toFirstDayOfMonth(instant: Date): string {
  const month = instant.getUTCMonth() + 1
  return `${instant.getUTCFullYear()}-${month < 10 ? '0' : ''}${month}-01`
}
