import { figure } from '../../figures/memory-hierarchy-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('memory-hierarchy', figure);
