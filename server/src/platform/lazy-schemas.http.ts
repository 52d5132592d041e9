import validatorsOf, {
  type BuildCompilerFromPool,
  type ErrorObject,
  type RouteDefinition,
} from '@fastify/ajv-compiler'
import serializersOf, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler'
import { writingAnyCurrency } from './currency-schemas.http.ts'
import { lazily } from './lazily.ts'

/**
 * Fastify's own compilers, each schema compiled when its first value comes: most processes never see most answers, and
 * compiling all of them took a third of a start. That every schema can be compiled is shown by `compileAll` in a test.
 */
export function lazySchemas() {
  const all: (() => unknown)[] = []
  const noted = <Value>(make: () => Value): (() => Value) => {
    const get = lazily(make)
    all.push(get)
    return get
  }

  const buildValidator: BuildCompilerFromPool = (...given) => {
    const compiler = lazily(() => validatorsOf()(...given))
    return (route) => {
      // safe because Fastify hands over the part of a route, where its type says the schema alone
      const { httpPart } = route as unknown as RouteDefinition
      // Fastify writes the names of headers small for its own compiler only.
      if (httpPart === 'headers') throw new Error('read headers by hand: no schema of theirs is compiled')
      const compiled = noted(() => compiler()(route))
      const validate = (value: unknown) => {
        const check = compiled()
        const outcome = check(value)
        validate.errors = check.errors ?? null
        return outcome
      }
      validate.errors = null as ErrorObject[] | null
      // safe because Fastify calls it and reads its errors, nothing else
      return validate as unknown as ReturnType<typeof compiled>
    }
  }
  const buildSerializer: SerializerFactory = (...given) => {
    const compiler = lazily(() => serializersOf()(...given))
    return (route) => {
      const compiled = noted(() => compiler()({ ...route, schema: writingAnyCurrency(route.schema) }))
      return (value) => compiled()(value)
    }
  }

  return {
    compilersFactory: { buildValidator, buildSerializer },
    /** @returns how many there are */
    compileAll() {
      for (const get of all) get()
      return all.length
    },
  }
}
