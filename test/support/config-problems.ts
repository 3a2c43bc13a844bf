import { ConfigError, readConfig } from '#src/config';

/** What is wrong with an environment, in words. */
export function configProblems(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}
