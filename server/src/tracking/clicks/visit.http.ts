import Type from 'typebox'

const IGNORED = 'An unusable value is ignored.'

/**
 * A signup's or sale's fields about its visit, for the capture report. The schema only documents them; `parseVisit` reads
 * them.
 */
export const visitFields = {
  user_agent: Type.Optional(
    Type.String({
      description: `The customer’s browser, as in its User-Agent header. Only the browser’s name is stored. ${IGNORED}`,
    }),
  ),
  landing_page: Type.Optional(
    Type.String({
      description: `The absolute URL of the visit’s first page. Only host and path are stored. ${IGNORED}`,
    }),
  ),
}
