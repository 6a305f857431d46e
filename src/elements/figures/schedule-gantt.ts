import { figure } from '../../figures/schedule-gantt-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('schedule-gantt', figure);
