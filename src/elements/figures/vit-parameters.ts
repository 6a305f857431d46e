import { figure } from '../../figures/vit-parameters-figure.ts';
import { defineModelFigure } from '../model-figure.ts';

defineModelFigure('vit-parameters', figure);
