export { type Download } from './accept';
export { AddressPolicy, isPublicAddress } from './addresses';
export { checkUrl } from './check-url';
export { DownloadError, type DownloadFailure } from './download-error';
export { type Resolve, type ResolvedAddress, type SafeDownloadOptions } from './options';
export { safeDownload } from './safe-download';
export { destinationOf, safeSend, type Destination, type SafeSendOptions, type Sent } from './safe-send';
