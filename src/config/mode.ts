/** What decides the defaults of others. */
export interface Mode {
  production: boolean;
  embedded: boolean;
}
