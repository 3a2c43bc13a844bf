// expects: no-restricted-syntax
interface DataSource {
  manager: { find(): unknown };
}
export class Repository {
  constructor(private readonly dataSource: DataSource) {}

  all(): unknown {
    return this.dataSource.manager.find();
  }
}
