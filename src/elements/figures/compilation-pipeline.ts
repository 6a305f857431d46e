import { figure } from '../../figures/compilation-pipeline-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('compilation-pipeline', figure);
