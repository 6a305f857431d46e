import { figure } from '../../figures/reduction-steps-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('reduction-steps', figure);
