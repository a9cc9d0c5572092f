// What the client finds in a page when it starts: its language, and no words. Imported before what reads them.
const page = { getElementById: () => null, documentElement: { lang: "en" } };
Object.assign(globalThis, { document: page });
export {};
