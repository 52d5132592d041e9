import Type from 'typebox'

const IGNORED = 'An unusable value is ignored.'

/**
 * Fields of a signup or sale about its visit, for the capture report. The schema only documents them: `visitOf` reads
 * them.
 */
export const visitFields = {
  user_agent: Type.Optional(
    Type.String({
      description: `The customer’s browser, as its User-Agent header. Only the browser’s name is stored. ${IGNORED}`,
    }),
  ),
  landing_page: Type.Optional(
    Type.String({
      description: `The absolute URL of the first page of the visit. Only host and path are stored. ${IGNORED}`,
    }),
  ),
}
