import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/client.ts'
import { PagedRows } from './paged-rows.tsx'
import { ErrorState } from './states.tsx'

const failure = (status: number, details = {}) => new ApiError(status, 'code', 'Something failed.', details)

describe('a failed read', () => {
  const show = (error: unknown) => renderToStaticMarkup(<ErrorState error={error} onRetry={() => {}} />)

  test.each([
    ['no connection', failure(0), 'No connection to the service'],
    ['too many requests', failure(429, { retry_after_seconds: 7 }), 'Wait 7 seconds'],
    ['a server error', failure(500), 'Something went wrong'],
    ['another rejected request', failure(409), 'Something failed.'],
    ['an error in the page', new TypeError('x is undefined'), 'Something went wrong on this page'],
  ])('shows an error and a retry button: %s', (_, error, message) => {
    expect(show(error)).toContain(message)
    expect(show(error)).toContain('Try again')
  })

  test.each([
    ['no access', failure(403), 'You don’t have access'],
    ['not found', failure(404), 'Not found'],
    ['an invalid request', failure(400), 'Something failed.'],
  ])('shows an error without a retry button if a retry can’t help: %s', (_, error, message) => {
    expect(show(error)).toContain(message)
    expect(show(error)).not.toContain('Try again')
  })
})

describe('a paginated list', () => {
  type List = Parameters<typeof PagedRows<string>>[0]['list']

  const show = (list: Partial<Record<keyof List, unknown>>) =>
    renderToStaticMarkup(
      // safe because no other property of the list is read
      <PagedRows list={{ error: null, ...list } as unknown as List} loadingRows={3} empty="Nothing yet">
        {(rows) => rows.join()}
      </PagedRows>,
    )
  const pages = (...rows: string[]) => ({
    pages: [{ data: rows, meta: { nextCursor: null } }],
    pageParams: [],
  })

  test('shows a loading state', () => expect(show({ data: undefined })).toContain('Loading…'))
  test('shows the empty state', () => expect(show({ data: pages() })).toBe('Nothing yet'))
  test('doesn’t show the empty state while another list loads', () =>
    expect(show({ data: pages(), isPlaceholderData: true })).toContain('Loading…'))
  test('shows an error instead of the empty state', () => {
    const shown = show({ data: undefined, error: failure(500) })
    expect(shown).toContain('Something went wrong')
    expect(shown).not.toContain('Nothing yet')
  })
  test('offers more rows if there are any', () => {
    expect(show({ data: pages('a', 'b'), hasNextPage: true })).toMatch(/^a,b.*Show more/)
    expect(show({ data: pages('a', 'b'), hasNextPage: false })).toBe('a,b')
  })
  test('keeps its rows if loading more fails', () => {
    const failed = { hasNextPage: true, isFetchNextPageError: true, error: failure(500) }
    const shown = show({ data: pages('a', 'b'), ...failed })
    expect(shown).toMatch(/^a,b.*role="alert".*Couldn’t load more rows\..*Try again/s)
  })
})
