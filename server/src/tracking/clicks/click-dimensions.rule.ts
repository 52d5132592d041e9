import { createHash } from 'node:crypto'
import Bowser from 'bowser'
import { keepable } from '../../core/text/stored-text.rule.ts'

/** The kind of device, as reports count it. */
export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'other'

/** What a user agent says of itself. */
export interface UserAgent {
  browser: string | undefined
  os: string | undefined
  device: DeviceKind
}

/** The page that a click led to, with the values that reports count. */
export interface ClickPage {
  affiliate_url: string | undefined
  page_url: string | undefined
  page_title: string | undefined
  /** Host and path, without the query: a page is one value with or without campaign parameters. */
  landing_page: string | undefined
  /** The partner's own id, from `sub` in the address. */
  sub_id: string | undefined
}

export interface ClickReferrer {
  referrer_url: string
  /** The host without `www.`. */
  referrer_site: string | undefined
}

export interface ClickDevice extends Partial<UserAgent> {
  user_agent: string | undefined
  language: string | undefined
  /** `de` of `de-AT`. */
  language_code: string | undefined
  /** `AT` of `de-AT`: a setting of the browser, not a place. */
  country: string | undefined
  timezone: string | undefined
  /** Only if it has no `parseSize`, as the next. */
  screen_resolution: string | undefined
  viewport_size: string | undefined
}

export interface DimensionHash {
  id: number
  rest: number
}

/** A cursor of a report holds a value twice. */
const MAX_VALUE_CHARS = 500

/** @returns undefined for a click that was sent without any of it, as the two below */
export function clickPage(
  sent: Pick<ClickPage, 'affiliate_url' | 'page_url' | 'page_title'>,
): ClickPage | undefined {
  const { affiliate_url, page_url, page_title } = sent
  const address = page_url ?? affiliate_url
  if (address === undefined && page_title === undefined) return undefined
  const sub = affiliate_url === undefined ? undefined : SUB_ID.exec(affiliate_url)?.[1]
  return {
    affiliate_url,
    page_url,
    page_title,
    landing_page: address === undefined ? undefined : reportable(landingPage(address)),
    sub_id: sub === undefined ? undefined : reportable(decoded(sub)),
  }
}

const SUB_ID = /[?&]sub=([^&#]*)/

export function clickReferrer(referrer_url: string | undefined): ClickReferrer | undefined {
  if (referrer_url === undefined) return undefined
  return { referrer_url, referrer_site: reportable(parsedUrl(referrer_url)?.hostname.replace(/^www[.]/, '')) }
}

/** @param userAgent `user_agent`, parsed */
export function clickDevice(
  sent: Omit<ClickDevice, keyof UserAgent | 'language_code' | 'country'>,
  userAgent: UserAgent | undefined,
): ClickDevice | undefined {
  const { user_agent, language, timezone, screen_resolution, viewport_size } = sent
  if (Object.values(sent).every((text) => text === undefined)) return undefined
  const locale = LOCALE.exec(language?.trim() ?? '')?.groups
  return {
    user_agent,
    ...userAgent,
    language,
    language_code: locale?.language?.toLowerCase(),
    country: locale?.country?.toUpperCase(),
    timezone,
    screen_resolution,
    viewport_size,
  }
}

/** `de`, `de-AT`, `zh-Hans-CN`, `en_US`. */
const LOCALE = /^(?<language>[A-Za-z]{2,3})(?:[-_][A-Za-z]{4})?(?:[-_](?<country>[A-Za-z]{2}))?(?:[-_].*)?$/

const DEVICES: Readonly<Record<string, DeviceKind>> = {
  mobile: 'phone',
  tablet: 'tablet',
  desktop: 'computer',
}

/** Takes well below a millisecond for 512 characters of any kind. */
export function parseUserAgent(text: string): UserAgent {
  if (text.trim() === '') return { browser: undefined, os: undefined, device: 'other' }
  const { browser, os, platform } = Bowser.parse(text)
  return {
    browser: reportable(browser.name),
    os: reportable(os.name),
    device: DEVICES[platform.type ?? ''] ?? 'other',
  }
}

/** The numbers of `1920x1080`; undefined for anything else. */
export function parseSize(text: string | undefined): { width: number; height: number } | undefined {
  const [, width, height] = SIZE.exec(text ?? '') ?? []
  const size = { width: Number(width), height: Number(height) }
  return size.width <= MAX_PIXELS && size.height <= MAX_PIXELS ? size : undefined
}

const SIZE = /^(0|[1-9]\d{0,4})x(0|[1-9]\d{0,4})$/

/** A `smallint`. */
const MAX_PIXELS = 32_767

/**
 * The name of a dimension in its program and month.
 * @param attempt counts from 0; another one gives another name, for a dimension whose id is taken by other content
 */
export function hashDimension(content: string, attempt: number): DimensionHash {
  const hash = createHash('sha256').update(`${attempt} ${content}`).digest()
  return { id: hash.readInt32BE(0), rest: hash.readUIntBE(4, 6) }
}

function landingPage(address: string): string | undefined {
  const url = parsedUrl(address)
  return url && `${url.host}${url.pathname === '/' ? '' : url.pathname}`
}

function parsedUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

/** A value of a query as it was meant: `%20` and `+` are spaces. Invalid escapes stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim() || text
  } catch {
    return text
  }
}

/** Parsing an address may bring back a NUL, or make its text longer. */
function reportable(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : keepable(text, MAX_VALUE_CHARS)
}
