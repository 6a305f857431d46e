import { figure } from '../../figures/streams-gantt-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('streams-gantt', figure);
