import { projectPython } from './project-python.ts';

/** The tests talk to real kernels, so they need the Python side that `npm start` makes. */
export default async function setup(): Promise<void> {
  await projectPython((line) => { console.log(line); });
}
