import { figure } from '../../figures/float-formats-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('float-formats', figure);
