/** A Vision Transformer for images of three channels (Dosovitskiy and others, 2021), as torchvision builds it. */
export interface VitShape {
  /** Side of the image and of a patch, in pixels. */
  readonly image: number;
  readonly patch: number;
  /** Length of a token. */
  readonly width: number;
  readonly depth: number;
  /** Width of the MLP's inner layer, as a multiple of `width`. */
  readonly mlp: number;
  readonly classes: number;
}

export const vitPresets: Readonly<Record<string, VitShape>> = {
  'ViT-B/16': { image: 224, patch: 16, width: 768, depth: 12, mlp: 4, classes: 1000 },
  'ViT-B/32': { image: 224, patch: 32, width: 768, depth: 12, mlp: 4, classes: 1000 },
  'ViT-L/16': { image: 224, patch: 16, width: 1024, depth: 24, mlp: 4, classes: 1000 },
  'ViT-L/32': { image: 224, patch: 32, width: 1024, depth: 24, mlp: 4, classes: 1000 },
  'ViT-H/14': { image: 224, patch: 14, width: 1280, depth: 32, mlp: 4, classes: 1000 },
};

/** Patches and the class token. A strip that fills no patch is left out, as a convolution without padding does. */
export function tokensOf({ image, patch }: VitShape): number {
  return Math.floor(image / patch) ** 2 + 1;
}

const linear = (from: number, to: number) => from * to + to;

/** Parameters of one block: attention's two products, the MLP's two, and two layer norms; each with its biases. */
export function blockParameters({ width, mlp }: VitShape) {
  return {
    qkv: linear(width, 3 * width),
    projection: linear(width, width),
    expand: linear(width, mlp * width),
    contract: linear(mlp * width, width),
    norms: 4 * width,
  };
}

/** Parameters outside the blocks. */
export function outerParameters(shape: VitShape) {
  const { patch, width, classes } = shape;
  return {
    patches: linear(3 * patch ** 2, width),
    positions: tokensOf(shape) * width,
    classToken: width,
    finalNorm: 2 * width,
    head: linear(width, classes),
  };
}

export function vitParameters(shape: VitShape): number {
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, count) => total + count, 0);
  return sum(outerParameters(shape)) + shape.depth * sum(blockParameters(shape));
}
