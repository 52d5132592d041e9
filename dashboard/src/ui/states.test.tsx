import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ApiFailure } from '../api/client.ts'
import { PagedRows } from './paged-rows.tsx'
import { ErrorState } from './states.tsx'

const failure = (status: number, details = {}) => new ApiFailure(status, 'code', 'The words.', details)

describe('a read that failed', () => {
  const show = (error: unknown) => renderToStaticMarkup(<ErrorState error={error} onRetry={() => {}} />)

  test.each([
    ['no connection', failure(0), 'No connection to the service'],
    ['too many requests', failure(429, { retry_after_seconds: 7 }), 'Wait 7 seconds'],
    ['a failure of the service', failure(500), 'Something went wrong'],
    ['another rejection', failure(409), 'The words.'],
    ['a failure of the page', new TypeError('x is undefined'), 'Something went wrong on this page'],
  ])('says so and can be tried again: %s', (_, error, words) => {
    expect(show(error)).toContain(words)
    expect(show(error)).toContain('Try again')
  })

  test.each([
    ['no access', failure(403), 'You don’t have access'],
    ['nothing there', failure(404), 'Not found'],
    ['a question that is wrong', failure(400), 'The words.'],
  ])('says so, and is not tried again where the answer would be the same: %s', (_, error, words) => {
    expect(show(error)).toContain(words)
    expect(show(error)).not.toContain('Try again')
  })
})

describe('a list that is read page by page', () => {
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

  test('loads', () => expect(show({ data: undefined })).toContain('Loading…'))
  test('that is empty says what to do next', () => expect(show({ data: pages() })).toBe('Nothing yet'))
  test('is not called empty because another one was', () =>
    expect(show({ data: pages(), isPlaceholderData: true })).toContain('Loading…'))
  test('that failed is not called empty', () => {
    const shown = show({ data: undefined, error: failure(500) })
    expect(shown).toContain('Something went wrong')
    expect(shown).not.toContain('Nothing yet')
  })
  test('offers the next rows where there are some', () => {
    expect(show({ data: pages('a', 'b'), hasNextPage: true })).toMatch(/^a,b.*Show more/)
    expect(show({ data: pages('a', 'b'), hasNextPage: false })).toBe('a,b')
  })
  test('keeps its rows when the next ones fail', () => {
    const failed = { hasNextPage: true, isFetchNextPageError: true, error: failure(500) }
    const shown = show({ data: pages('a', 'b'), ...failed })
    expect(shown).toMatch(/^a,b.*role="alert".*Couldn’t load more rows\..*Try again/s)
  })
})
