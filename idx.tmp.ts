import { readFileSync, writeFileSync } from 'node:fs';
import { searchPages } from './src/note/search-pages.ts';
import { loadTerms, withTerms } from './src/note/terms.ts';
import { metricText } from './src/notebook/metric-text.ts';
import { parseGlossary } from './src/search/glossary.ts';
import { searchData } from './src/search/search-data.ts';
for (const l of ['en', 'zh-cn'] as const) writeFileSync(`dist/search/${l}.json`, JSON.stringify(searchData(await searchPages(l, metricText(process.cwd())), withTerms(parseGlossary(readFileSync('notes/glossary.yaml', 'utf8')), await loadTerms(process.cwd())))));
