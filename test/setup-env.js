const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

// Commands speak the language of the machine.
process.env.LC_ALL = 'C';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

// Tests of flat memory collect before they look: what they then see is held, and neither the collector's mood nor the allocator's reserve.
setFlagsFromString('--expose-gc');
globalThis.gc = runInNewContext('gc');
