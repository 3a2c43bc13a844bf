/** Each member is taken from the object when it is asked for, so that there need not be one yet. */
export function late<T extends object>(get: () => T | undefined): T {
  const handler: ProxyHandler<T> = {
    get: (_, name) => {
      const object = get();
      return object === undefined ? late(() => Reflect.get(get() ?? {}, name) as object) : (Reflect.get(object, name) as unknown);
    },
    set: (_, name, value) => Reflect.set(get() ?? {}, name, value),
  };
  return new Proxy({} as T, handler);
}
