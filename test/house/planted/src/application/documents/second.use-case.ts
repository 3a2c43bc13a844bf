export class Second {}
