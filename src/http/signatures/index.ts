import { SignFilesController } from './sign-files.controller';
import { VerificationController } from './verification.controller';

export const signatureControllers = [SignFilesController, VerificationController];
