import { figure } from '../../figures/attention-shapes-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('attention-shapes', figure);
