import { describe, expect, it } from 'vitest'
import { formatClickId, parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import { readTypedSearch } from './read-search.rule.ts'

const CLICK = formatClickId(42, '019cd7e0-0000-7000-8000-000000000001')

describe('what a typed text may be', () => {
  it.each([
    ['an order', 'order-1', false, false],
    ['an e-mail', 'ann@mail.test', false, true],
    ['an e-mail in capitals', 'Ann@Mail.Test', false, true],
    ['half an e-mail', 'ann@', false, false],
    ['a handle', '@ann', false, false],
    ['two of them', 'ann@mail.test, bob@mail.test', false, false],
    ['a click id', CLICK, true, false],
    ['a click id with a letter less', CLICK.slice(0, -1), false, false],
    ['a click id of another program', formatClickId(43, CLICK.split('-').slice(1).join('-')), false, false],
    ['nothing that has a meaning', '%_\\*', false, false],
  ])('%s', (_label, text, isClick, isEmail) => {
    const typed = readTypedSearch(text, 42)
    expect(typed).toEqual({
      text,
      click: isClick ? parseClickId(text) : undefined,
      email: isEmail ? text : undefined,
    })
  })
})
