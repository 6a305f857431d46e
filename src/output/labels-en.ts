import type { OutputLabels } from './labels.ts';

export const outputLabels: OutputLabels = {
  image: 'Image made by this cell',
  unknownError: 'The kernel reported an error without a message.',
  cannotShow: (mimeTypes) => `This page cannot show ${mimeTypes}.`,
  data: 'Data',
  omittedLines: (omitted, total) => `${omitted} of ${total} lines are not shown here.`,
  omittedCharacters: (omitted) => `… ${omitted} more characters on this line are not shown`,
  showFrame: 'Show interactive output',
  hideFrame: 'Hide interactive output',
  frameNote: 'This output has scripts. They run only when you ask for them, in a frame cut off from this page.',
  frameTitle: 'Interactive output',
  frameFailed: 'The interactive output could not be opened. It needs the server of this site: check the network and try again.',
  frameLarge: (size) => `The recorded output has scripts and is too large for this page (${size}). Run the cell to see it here.`,
  saveData: 'Download',
  progress: 'Progress',
  widgetControls: 'The controls of this widget show their state and cannot be used here.',
  omittedOutputs: (count) => `${count} outputs are not shown here.`,
  saveText: (size) => `Download the whole text (${size})`,
  droppedCharacters: (count) => `[${count} characters were not kept here]`,
  gap: {
    'data-rate':
      'The Jupyter server left out output here: the cell printed more text a second than it passes on. Print less, or start the server with a higher `--ServerApp.iopub_data_rate_limit`.',
    'message-rate':
      'The Jupyter server left out output here: the cell sent more messages a second than it passes on. Print less often, or start the server with a higher `--ServerApp.iopub_msg_rate_limit`.',
    connection: 'The connection was cut here. Output of this moment may be missing.',
    'page-left': 'Output that stood here was too large to keep when the page was left.',
  },
  inputPrompt: 'The program asks for input',
  inputSend: 'Enter',
};
