const { winston } = require('@strapi/logger');

module.exports = { level: 'warn', transports: [new winston.transports.Console()] };
