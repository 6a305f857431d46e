import { figure } from '../../figures/hash-ring-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('hash-ring', figure);
