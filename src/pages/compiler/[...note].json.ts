import type { APIRoute } from 'astro';
import { freshView, loadViews } from '../../notebook/compiler-views.ts';
import { loadNotes } from '../../note/note-library.ts';

interface Path {
  readonly params: { readonly note: string };
  readonly props: { readonly views: Readonly<Record<string, NonNullable<ReturnType<typeof freshView>>>> };
}

export async function getStaticPaths(): Promise<readonly Path[]> {
  const notes = (await loadNotes(process.cwd())).filter(({ cells }) => cells.some(({ language }) => language === 'cuda'));
  const paths = await Promise.all(notes.map(async ({ id, cells }) => {
    const recorded = await loadViews(process.cwd(), id);
    const views = cells.flatMap((cell) => {
      const view = freshView(recorded, cell);
      return view ? [[cell.options.id, view] as const] : [];
    });
    return { params: { note: id }, props: { views: Object.fromEntries(views) } };
  }));
  return paths.filter(({ props }) => Object.keys(props.views).length > 0);
}

/** What the compiler made of the cells of a note, fetched when a panel is opened. */
export const GET: APIRoute<Path['props']> = ({ props: { views } }) => new Response(JSON.stringify(views), { headers: { 'content-type': 'application/json' } });
