import { figure } from '../../figures/expert-routing-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('expert-routing', figure);
