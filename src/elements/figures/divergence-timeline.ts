import { figure } from '../../figures/divergence-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('divergence-timeline', figure);
