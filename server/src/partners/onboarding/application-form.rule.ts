import type { Answer, Question } from '../../core/database/schema.ts'
import type { Language, QuestionKind } from '../../core/enums.ts'
import type { PartnerMessageKey } from '../../core/i18n/catalogs.ts'
import { type MessageArgs, message } from '../../core/i18n/message.rule.ts'
import {
  hasNoWebAddress,
  isDisplayName,
  isDisplayText,
  isVisibleText,
} from '../../core/text/display-text.rule.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { isStorable } from '../../core/text/stored-text.rule.ts'

/** Text entered into a join form, by field. */
export type TypedForm = Readonly<Record<string, string>>

export interface ReadForm {
  name: string
  email: string
  website: string | null
  answers: Answer[]
}

/** Maximum length of each field. */
export const FORM_CHARS = { name: 200, email: 254, website: 2_048 } as const
export const ANSWER_CHARS: Readonly<Record<QuestionKind, number>> = {
  text: 300,
  long_text: 3_000,
  choice: 100,
  url: 2_048,
}

/** Returns the form field name of a question. */
export const questionFieldName = (question: Pick<Question, 'id'>) => `answer-${question.id}`

/**
 * Parses a join form. Checks lengths before anything else.
 * @param hasTerms whether there are terms to accept
 * @returns the form, or faults by field
 */
export function readForm(
  typed: TypedForm,
  {
    questions,
    hasTerms,
    language,
  }: { questions: readonly Question[]; hasTerms: boolean; language: Language },
): { form: ReadForm } | { faults: Record<string, string> } {
  const faults: Record<string, string> = {}
  const translate = (key: PartnerMessageKey, args?: MessageArgs) => message(language, key, args)
  const readField = (field: string, maxChars: number): string => {
    const text = typed[field] ?? ''
    if (text.length > maxChars) {
      faults[field] = translate('join.fault.tooLong', { max: maxChars })
      return ''
    }
    if (!isStorable(text, Number.POSITIVE_INFINITY) || !isDisplayText(text))
      faults[field] = translate('join.fault.character')
    return isVisibleText(text) ? text.trim() : ''
  }
  const name = readField('name', FORM_CHARS.name)
  if (name === '' && faults.name === undefined) faults.name = translate('join.fault.nameMissing')
  if (!isDisplayName(name)) faults.name = translate('join.fault.nameInvalid')
  else if (!hasNoWebAddress(name)) faults.name = translate('join.fault.nameAddress')
  const email = canonicalEmail(readField('email', FORM_CHARS.email)) ?? ''
  if (faults.email === undefined && email === '') faults.email = translate('join.fault.email')
  const website = completeAddress(readField('website', FORM_CHARS.website))
  if (website !== '' && !isWebAddress(website)) faults.website = translate('join.fault.url')
  const answers = questions.flatMap((question) => {
    const field = questionFieldName(question)
    const value = readField(field, ANSWER_CHARS[question.kind])
    const answer = question.kind === 'url' ? completeAddress(value) : value
    const fault = faults[field] === undefined ? findAnswerError(question, answer) : undefined
    if (fault !== undefined) faults[field] = translate(fault)
    return answer === '' ? [] : [{ id: question.id, question: question.text, answer }]
  })
  if (hasTerms && typed.terms !== 'accepted') faults.terms = translate('join.fault.terms')
  if (Object.keys(faults).length > 0) return { faults }
  return { form: { name, email, website: website === '' ? null : website, answers } }
}

function findAnswerError(
  { kind, required, choices }: Question,
  answer: string,
): PartnerMessageKey | undefined {
  if (answer === '') return required ? 'join.fault.required' : undefined
  if (kind === 'choice' && !choices.includes(answer)) return 'join.fault.choice'
  if (kind === 'url' && !isWebAddress(answer)) return 'join.fault.url'
  return undefined
}

/** Adds the scheme to a URL entered without one, such as `example.com`. */
function completeAddress(text: string): string {
  const isBare = /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?$/.test(text)
  const url = `https://${text}`
  return isBare && url.length <= FORM_CHARS.website && isWebAddress(url) ? url : text
}

/** Returns whether text is the URL of a web page. Only those are allowed, because the team sees the text as a link. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname.includes('.') && username === '' && password === ''
}
