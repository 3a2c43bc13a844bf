import { lazy, type ComponentType } from 'react';

interface Module<Props> {
  default: ComponentType<Props>;
}

/** A screen whose code comes when it is asked for. Where it is there by then, nothing is shown in its place: React would keep that for a while. */
export function screen<Props extends object>(load: () => Promise<Module<Props>>) {
  let Loaded: ComponentType<Props> | undefined;
  const ahead = async () => {
    const module = await load();
    Loaded = module.default;
    return module;
  };
  const Lazy = lazy(ahead) as unknown as ComponentType<Props>;
  const Screen = (props: Props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />);
  return Object.assign(Screen, { ahead });
}
