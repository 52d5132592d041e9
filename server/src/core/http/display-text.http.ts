import Type from 'typebox'
import {
  DISPLAY_NAME_RULE,
  hasNoWebAddress,
  isDisplayName,
  isDisplayText,
  isVisibleText,
} from '../text/display-text.rule.ts'

/** Schema for a name, title, label or other single line of text. */
export function DisplayName(maxLength: number, options: { description?: string } = {}) {
  return Type.Refine(
    Type.String({ minLength: 1, maxLength, pattern: '\\S', ...options, 'x-text': 'name' }),
    isDisplayName,
    () => DISPLAY_NAME_RULE,
  )
}

/** Schema for the name of a person, workspace or program. */
export function PublicName(maxLength: number) {
  return Type.Refine(DisplayName(maxLength), hasNoWebAddress, () => 'must not contain "://"')
}

/** Schema for multi-line text. */
export function DisplayText(maxLength: number, options: { minLength?: 0; description?: string } = {}) {
  const { minLength = 1, ...schemaOptions } = options
  const someText = minLength === 0 ? {} : { minLength, pattern: '\\S' }
  const text = Type.Refine(
    Type.String({ ...someText, maxLength, ...schemaOptions, 'x-text': 'lines' }),
    isDisplayText,
    () => 'must not contain control characters or direction overrides',
  )
  return minLength === 0 ? text : Type.Refine(text, isVisibleText, () => 'must contain visible characters')
}
