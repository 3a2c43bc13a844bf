// expects: no-restricted-syntax
declare const Scope: { grant(): void };
Scope.grant();
