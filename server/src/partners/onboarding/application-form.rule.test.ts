import { describe, expect, it } from 'vitest'
import type { Question } from '../../core/database/schema.ts'
import { isWebAddress, readForm } from './application-form.rule.ts'

const QUESTION: Question = { id: 'q1', kind: 'text', text: 'Where?', required: false, choices: [] }
const TYPED = { name: ' Ada ', email: ' Ada@Partners.TEST ', website: '' }
const read = (typed: Record<string, string>, questions: Question[] = [], hasTerms = false) =>
  readForm({ ...TYPED, ...typed }, { questions, hasTerms, language: 'en' })

describe('the form on a join page', () => {
  it('is parsed with trimmed values, a lower-case email, and each question with its answer', () => {
    expect(read({ 'answer-q1': ' On my blog ' }, [QUESTION])).toEqual({
      form: {
        name: 'Ada',
        email: 'ada@partners.test',
        website: null,
        answers: [{ id: 'q1', question: 'Where?', answer: 'On my blog' }],
      },
    })
  })

  it.each([
    ['ada.test', 'https://ada.test'],
    ['www.ada.test/blog?page=1', 'https://www.ada.test/blog?page=1'],
    ['http://ada.test', 'http://ada.test'],
  ])('accepts a website in any usual form: %s', (website, expectedUrl) => {
    expect(read({ website })).toMatchObject({ form: { website: expectedUrl } })
  })

  it.each([
    ['a missing name', { name: '  ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'name'],
    ['a NUL', { name: 'a\0b' }, 'name'],
    ['a URL as the name', { name: 'Win at https://evil.test' }, 'name'],
    ['half of a surrogate pair', { name: 'a\ud800' }, 'name'],
    ['a missing email', { email: '' }, 'email'],
    ['two emails', { email: 'a@b.test,c@d.test' }, 'email'],
    ['a header injection', { email: 'a@b.test\r\nBcc: c@d.test' }, 'email'],
    ['an email that is too long', { email: `${'x'.repeat(250)}@b.test` }, 'email'],
    ['a script as the website', { website: 'javascript:alert(1)' }, 'website'],
    ['a website without a host', { website: 'my blog' }, 'website'],
    ['an email as the website', { website: 'ada@blog.test' }, 'website'],
    ['a website that is too long', { website: `https://a.test/${'x'.repeat(2048)}` }, 'website'],
  ])('reports %s at its field', (_name, typed, field) => {
    expect(read(typed)).toEqual({ faults: { [field]: expect.any(String) } })
  })

  it.each([
    [{ ...QUESTION, required: true }, '', false],
    [{ ...QUESTION, required: true }, 'x', true],
    [QUESTION, 'x'.repeat(300), true],
    [QUESTION, 'x'.repeat(301), false],
    [{ ...QUESTION, kind: 'long_text' }, 'x'.repeat(3000), true],
    [{ ...QUESTION, kind: 'choice', choices: ['A', 'B'] }, 'B', true],
    [{ ...QUESTION, kind: 'choice', choices: ['A', 'B'] }, 'C', false],
    [{ ...QUESTION, kind: 'choice', choices: ['A', 'B'] }, '', true],
    [{ ...QUESTION, kind: 'url' }, 'https://a.test', true],
    [{ ...QUESTION, kind: 'url' }, 'ftp://a.test', false],
  ] as [Question, string, boolean][])('%j accepts %j: %s', (question, answer, isTaken) => {
    expect('form' in read({ 'answer-q1': answer }, [question])).toBe(isTaken)
  })

  it('requires accepting the terms if there are any', () => {
    expect(read({}, [], true)).toEqual({ faults: { terms: expect.any(String) } })
    expect(read({ terms: 'accepted' }, [], true)).toHaveProperty('form')
  })
})

it.each([
  ['https://acme.test', true],
  ['HTTP://acme.test/a?b#c', true],
  ['https://user:word@acme.test', false],
  ['https://localhost', false],
  ['//acme.test', false],
  ['acme.test', false],
  ['https://', false],
  ['https://a b.test', false],
  ['data:text/html,x', false],
])('%s is a web address: %s', (text, isPage) => {
  expect(isWebAddress(text)).toBe(isPage)
})
