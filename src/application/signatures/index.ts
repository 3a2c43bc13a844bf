import { SameFileTurns } from './same-file-turns';
import { SecondReading } from './second-reading';
import { SignFiles } from './sign-files.use-case';
import { SigningCheck } from './signing-check';
import { SigningDesk } from './signing-desk';
import { VerifySignature } from './verify-signature.use-case';

export const signatureUseCases = [SameFileTurns, SecondReading, SignFiles, SigningCheck, SigningDesk, VerifySignature];
