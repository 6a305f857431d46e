import { readFileSync } from 'node:fs';
import { createSearchEngine } from './src/search/search-engine.ts';
for (const [loc, qs] of [['en', ['bank conflict', 'occupancy', 'warp', 'what is a warp', 'S0-16', 'cudaMallocManaged', 'register_buffer', 'deadlock', 'goo.gl', 'glossary', 'TorchScript', 'warp divergence cost', 'how do I measure kernel time', '-gencode', 'shared memory tiling','coverage','first kernel']], ['zh-cn', ['存储体冲突', '占用率', '线程束', '死锁', '混合精度', '术语表', '勘误', 'TinyURL', '怎样计时', '虚拟内存 缺页', '阅读路线']]] as const) {
  const e = createSearchEngine(JSON.parse(readFileSync(`dist/search/${loc}.json`, 'utf8')));
  for (const q of qs) console.log(q.padEnd(22), e.search(q, { pages: 6 }).map((r) => `${r.pageId}${r.sections.map((s) => '#' + s.document.anchor.slice(0, 18)).join('')}`).join('  '));
}
