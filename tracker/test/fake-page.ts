import { onTestFinished, vi } from 'vitest'

/** A request from the tracker. */
export interface FakeCall {
  call: string
  body: Record<string, unknown>
}

/** A response body, or 'unreachable' for a network error. */
export type FakeResponse = object | 'unreachable'

const CLICK_RESPONSE = { success: true, click_id: 'click-1', cookie_window_days: 60 }

interface FakePageOptions {
  referrer?: string
  /** What an earlier page stored: the tracker's cookie and a pending click. */
  stored?: { cookie: string; storage: Record<string, string> }
}

export type FakePage = ReturnType<typeof openFakePage>

/**
 * A minimal page for the tracker: URL, cookie, local storage, requests, and time that moves only with
 * `vi.advanceTimersByTimeAsync`. Anything that depends on a real browser is tested in one.
 */
export function openFakePage(url: string, { referrer = '', stored }: FakePageOptions = {}) {
  const page = {
    url,
    cookie: stored?.cookie ?? '',
    storage: stored?.storage ?? ({} as Record<string, string>),
    calls: [] as FakeCall[],
    /** One response per request, in order; afterwards every click and signup succeeds. */
    responses: [] as FakeResponse[],
    historyState: null as unknown,
  }
  vi.useFakeTimers()
  vi.stubGlobal('document', {
    get URL() {
      return page.url
    },
    referrer,
    get cookie() {
      return page.cookie
    },
    set cookie(written: string) {
      const [pair = '', ...attributes] = written.split(';')
      page.cookie = attributes.includes('max-age=0') ? '' : pair
    },
  })
  vi.stubGlobal('location', new URL(url))
  vi.stubGlobal('localStorage', page.storage)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('history', {
    get state() {
      return page.historyState
    },
    replaceState(state: unknown, _title: string, address: string) {
      page.historyState = state
      page.url = address
    },
  })
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    const call = address.split('/track/')[1] ?? ''
    page.calls.push({ call, body: JSON.parse(body) })
    const response =
      page.responses.shift() ?? (call === 'click' ? CLICK_RESPONSE : { success: true, lead_id: 1 })
    if (response === 'unreachable') throw new TypeError('Failed to fetch')
    return { json: async () => response }
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  return page
}
