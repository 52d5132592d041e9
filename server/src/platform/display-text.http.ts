import Type from 'typebox'
import { isDisplayName, isDisplayText } from './display-text.rule.ts'

/** A field for a name, title or label, or anything else that is shown on one line. */
export function DisplayName(maxLength: number, options: { description?: string } = {}) {
  return Type.Refine(
    Type.String({ minLength: 1, maxLength, pattern: '\\S', ...options, 'x-text': 'name' }),
    isDisplayName,
    () => 'must be on one line, without control, direction or invisible characters',
  )
}

/** A field for a text of several lines that people read. */
export function DisplayText(maxLength: number, options: { minLength?: 0; description?: string } = {}) {
  const { minLength = 1, ...others } = options
  const someText = minLength === 0 ? {} : { minLength, pattern: '\\S' }
  return Type.Refine(
    Type.String({ ...someText, maxLength, ...others, 'x-text': 'lines' }),
    isDisplayText,
    () => 'must be without control characters and direction overrides',
  )
}
