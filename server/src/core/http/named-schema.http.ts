import Type, { type TProperties } from 'typebox'

/** An object that the API's document describes once, under this name. A title changes nothing at run time. */
export const namedObject = <Properties extends TProperties>(title: string, properties: Properties) =>
  Type.Object(properties, { title })
