import { addMonths, type Day } from '#domain/documents/calendar';

/** 1 Portuguese, 2 Spanish, 3 English (operation 9.1). */
export type Culture = 1 | 2 | 3;

export interface UserProfile {
  id: string;
  login: string;
  name: string;
  email: string | null;
  landline: string | null;
  mobile: string | null;
  managerId: string | null;
  managerGroupId: string | null;
  /** The client and unit that the user was made for. */
  clientId: string;
  unitId: string | null;
  /** Reaches the client's whole tree. */
  wholeClient: boolean;
  pageSize: number;
  workScheduleId: string | null;
  calendarId: string | null;
  culture: Culture;
  notifiedOfDue: boolean;
  /** Months that a password is good for; null: without end. */
  passwordMonths: number | null;
  mustChangePassword: boolean;
  /** From this moment on the user is inactive. */
  inactiveFrom: Date | null;
}

/** A program's account is a user without a password: it calls with keys, and a person answers for it. */
export interface ServiceAccount {
  service: boolean;
  /** Null: nobody (any more), as of every person. */
  responsibleId: string | null;
}

export interface NewUser extends UserProfile, ServiceAccount {
  /** The user who made it, of those at the interface. */
  createdBy: string | null;
  passwordHash: string;
  passwordExpiresAt: Date | null;
  createdAt: Date;
}

export interface StoredUser extends UserProfile, ServiceAccount {
  /** Of a program that has lost its person: its latest end. */
  orphanedUntil: Date | null;
  active: boolean;
  createdBy: string | null;
  createdAt: Date;
}

/** The name of an account whose person was forgotten, as it is shown. */
export const ERASED_NAME = 'Usuário anônimo';

/** The last day on which a password that is set today is good. */
export function passwordExpiry(today: Day, months: number | null): Day | null {
  return months === null ? null : addMonths(today, months);
}
