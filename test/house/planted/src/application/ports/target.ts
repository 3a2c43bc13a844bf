export abstract class Target {}
