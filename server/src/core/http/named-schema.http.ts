import Type, { type TProperties } from 'typebox'

/** An object that becomes a named schema of the API document. The title has no effect at run time. */
export const namedObject = <Properties extends TProperties>(title: string, properties: Properties) =>
  Type.Object(properties, { title })
