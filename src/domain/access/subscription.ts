/** The client and unit that a subscription key was made for. */
export interface Subscription {
  clientId: string;
  unitId: string;
}
