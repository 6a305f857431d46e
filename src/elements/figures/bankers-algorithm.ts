import { figure } from '../../figures/bankers-algorithm-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('bankers-algorithm', figure);
