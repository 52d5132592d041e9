/** A form field, as the browser describes it. */
export interface FormField {
  /** `type` of an input, or `select`, `textarea`. */
  type: string
  /** Name, ID, label, placeholder and autocomplete, for guessing the field's purpose. */
  hints: string
  isRequired: boolean
  min: string
  max: string
  minLength: number
  maxLength: number
  /** A select's available values. */
  options: string[]
}

export type FieldAction =
  | { kind: 'fill'; value: string }
  | { kind: 'select'; value: string }
  | { kind: 'check' }
  | { kind: 'leave' }

/** Codes that a shop looks up, so an invented one is rejected. */
const CODE_FIELD = /coupon|voucher|promo|discount|gift|referral|invit/i

/**
 * Chooses a plausible value. Optional fields are filled in too, except checkboxes and codes.
 * @param id unique per run
 */
export function fillField(field: FormField, id: string): FieldAction {
  const { type, isRequired, options, hints } = field
  const isOptionalCode = !isRequired && CODE_FIELD.test(hints)
  if (isOptionalCode && (type === 'text' || type === 'search')) return { kind: 'leave' }
  switch (type) {
    case 'checkbox':
      return isRequired ? { kind: 'check' } : { kind: 'leave' }
    case 'radio':
      return { kind: 'check' }
    case 'select': {
      const value = options.find((option) => option !== '')
      return value === undefined ? { kind: 'leave' } : { kind: 'select', value }
    }
    case 'hidden':
    case 'submit':
    case 'button':
    case 'image':
    case 'reset':
    case 'file':
    case 'color':
      return { kind: 'leave' }
    default:
      return { kind: 'fill', value: fitLength(textValue(field, id), field) }
  }
}

function textValue({ type, hints, min, max }: FormField, id: string): string {
  switch (type) {
    case 'email':
      return `verify+${id}@example.com`
    case 'password':
      return `Verify-${id}-9!`
    case 'tel':
      return '+12025550123'
    case 'url':
      return 'https://example.com'
    case 'number':
    case 'range':
      return min !== '' ? min : max !== '' ? max : '1'
    case 'date':
      return max !== '' ? max : '2000-01-01'
    case 'month':
      return '2035-12'
    case 'week':
      return '2035-W10'
    case 'time':
      return '12:00'
    case 'datetime-local':
      return '2035-01-01T12:00'
  }
  return HINTED.find(([pattern]) => pattern.test(hints))?.[1](id) ?? `Verify ${id}`
}

/**
 * Values for text fields, by the content they expect. Card numbers are the test numbers that payment processors
 * publish.
 */
const HINTED: [RegExp, (id: string) => string][] = [
  [/e-?mail/i, (id) => `verify+${id}@example.com`],
  [/pass(word|phrase)/i, (id) => `Verify-${id}-9!`],
  [/card.?(number|no)|cc-number/i, () => '4242424242424242'],
  [/expir|cc-exp/i, () => '12/35'],
  [/cvc|cvv|security.?code|cc-csc/i, () => '123'],
  [/user.?name|handle|slug|subdomain|workspace/i, (id) => `verify${id}`],
  [/first.?name|given/i, () => 'Vera'],
  [/last.?name|family|surname/i, () => 'Fye'],
  [/phone|tel\b|mobile/i, () => '+12025550123'],
  [/zip|post(al)?.?code/i, () => '10001'],
  [/city|town/i, () => 'New York'],
  [/street|address/i, () => '1 Example Street'],
  [/country/i, () => 'US'],
  [/url|website/i, () => 'https://example.com'],
  [/amount|quantity|qty|price/i, () => '1'],
  [/name/i, () => 'Vera Fye'],
]

function fitLength(value: string, { minLength, maxLength }: FormField): string {
  const padded = value.padEnd(Math.min(Math.max(minLength, 0), 200), 'x')
  return maxLength > 0 ? padded.slice(0, maxLength) : padded
}
