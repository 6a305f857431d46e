import { figure } from '../../figures/page-replacement-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('page-replacement', figure);
