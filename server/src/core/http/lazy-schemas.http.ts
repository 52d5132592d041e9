import serializersOf, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler'
import { lazily } from '../async/lazy.ts'
import { acceptingAnyCurrency } from '../money/currency-schemas.http.ts'

/**
 * Compiles each response serializer on first use: compiling all of them took a third of the start time, and most are
 * never used. A test calls `compileAll` to check that every schema compiles.
 */
export function lazySchemas() {
  const all: (() => unknown)[] = []
  const remember = <Value>(make: () => Value): (() => Value) => {
    const get = lazily(make)
    all.push(get)
    return get
  }

  const buildSerializer: SerializerFactory = (...given) => {
    const compiler = lazily(() => serializersOf()(...given))
    return (route) => {
      const compiled = remember(() => compiler()({ ...route, schema: acceptingAnyCurrency(route.schema) }))
      return (value) => compiled()(value)
    }
  }

  return {
    compilersFactory: { buildSerializer },
    /**
     * Compiles all serializers.
     * @returns how many there are
     */
    compileAll() {
      for (const get of all) get()
      return all.length
    },
  }
}
