import { figure } from '../../figures/grid-index-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('grid-index', figure);
