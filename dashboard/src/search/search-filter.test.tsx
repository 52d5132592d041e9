import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TruncatedSearchNote } from './search-filter.tsx'

test.each([
  [true, 'a', /“a”.*Type more to narrow them down\./],
  [false, 'a', /^$/],
  [undefined, 'a', /^$/],
  [true, undefined, /^$/],
])('shows whether a search was cut off: %s, %s', (isCut, search, shown) => {
  expect(renderToStaticMarkup(<TruncatedSearchNote isCut={isCut} search={search} />)).toMatch(shown)
})
