export declare function httpPage(openApiDocument: object): string;
