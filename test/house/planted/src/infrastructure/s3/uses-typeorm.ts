// expects: typeorm-stays-home
export { DataSource } from 'typeorm';
