module.exports = ({ env }) => ({
  connection: {
    client: 'mysql',
    connection: {
      host: env('DB_HOST'),
      port: env.int('DB_PORT'),
      user: env('DB_USER'),
      password: env('DB_PASSWORD'),
      database: env('DB_DATABASE'),
    },
    pool: { min: 2, max: env.int('DB_POOL') },
  },
});
