import { describe, expect, it } from 'vitest'
import { formatClickId, parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import { readTypedSearch } from './read-search.rule.ts'

const CLICK = formatClickId(42, '019cd7e0-0000-7000-8000-000000000001')

describe('interprets a search text', () => {
  it.each([
    ['an order', 'order-1', false, false],
    ['an email', 'ann@mail.test', false, true],
    ['an uppercase email', 'Ann@Mail.Test', false, true],
    ['half an email', 'ann@', false, false],
    ['a handle', '@ann', false, false],
    ['two emails', 'ann@mail.test, bob@mail.test', false, false],
    ['a click ID', CLICK, true, false],
    ['a click ID without its last letter', CLICK.slice(0, -1), false, false],
    ['a click ID of another program', formatClickId(43, CLICK.split('-').slice(1).join('-')), false, false],
    ['no special meaning', '%_\\*', false, false],
  ])('%s', (_label, text, isClick, isEmail) => {
    const typed = readTypedSearch(text, 42)
    expect(typed).toEqual({
      text,
      click: isClick ? parseClickId(text) : undefined,
      email: isEmail ? text : undefined,
    })
  })
})
