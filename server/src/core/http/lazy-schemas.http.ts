import serializersOf, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler'
import { lazily } from '../async/lazy.ts'
import { writingAnyCurrency } from '../money/currency-schemas.http.ts'

/**
 * Fastify's own serializers, each schema compiled for its first answer: most processes never send most answers, and
 * compiling all of them took a third of the start. A test shows by `compileAll` that every schema can be compiled.
 */
export function lazySchemas() {
  const all: (() => unknown)[] = []
  const noted = <Value>(make: () => Value): (() => Value) => {
    const get = lazily(make)
    all.push(get)
    return get
  }

  const buildSerializer: SerializerFactory = (...given) => {
    const compiler = lazily(() => serializersOf()(...given))
    return (route) => {
      const compiled = noted(() => compiler()({ ...route, schema: writingAnyCurrency(route.schema) }))
      return (value) => compiled()(value)
    }
  }

  return {
    compilersFactory: { buildSerializer },
    /** @returns how many there are */
    compileAll() {
      for (const get of all) get()
      return all.length
    },
  }
}
