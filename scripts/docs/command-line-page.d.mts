export declare function commandLinePage(generalHelp: string, helps: Readonly<Record<string, string>>): string;
