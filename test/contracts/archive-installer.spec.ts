import { archiveInstallerContract } from './archive-installer.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('ArchiveInstaller', archiveInstallerContract);
