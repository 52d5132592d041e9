// Generated from package.json by `npm run api-types`. Do not edit.

export const VERSION = '0.2.0'
