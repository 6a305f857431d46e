import { figure } from '../../figures/ring-all-reduce-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('ring-all-reduce', figure);
