import type { Size } from '../../output/fit-scene.ts';
import { RenderError } from '../render-error.ts';
import { maxColumns } from './sheet-limits.ts';

/** Layout of a sheet, in pixels. */
export interface SheetGrid {
  readonly size: Size;
  /** Free space around the sheet's content. */
  readonly margin: number;
  /** Height of the line above the pictures. */
  readonly headerHeight: number;
  readonly headerFontSize: number;
  /** Size of each picture; its caption of `captionHeight` is below. */
  readonly picture: Size;
  readonly captionWidth: number;
  readonly captionHeight: number;
  readonly captionFontSize: number;
  /** Upper left corner of each picture, which is also the left edge of its caption. */
  readonly cells: readonly { readonly x: number; readonly y: number }[];
}

/** Maximum number of columns of a sheet, unless it would be too high. */
const usualColumns = 4;

/** Largest ratio of a picture's height to the width of its space; a higher picture is made narrower. */
const highestPicture = 16 / 9;

interface GridRequest {
  readonly count: number;
  readonly width: number;
  readonly columns: number | undefined;
  readonly maxHeight: number;
  /** Size of the pictures; only the aspect ratio matters. */
  readonly film: Size;
}

/**
 * Lays out `count` pictures on a sheet. Without `columns`, they are as large as possible on a sheet that is not higher
 * than wide, in up to four columns, or in more columns if the sheet would be too high. Throws a RenderError
 * `invalid-option` for columns with which it is too high.
 */
export function layOutSheet(request: GridRequest): SheetGrid {
  const { count, columns, width, maxHeight } = request;
  let used = columns ?? Math.min(usualColumns, Math.ceil(Math.sqrt(count)));
  const last = columns ?? maxColumns;
  let grid = gridOf(request, used);
  const isTooHigh = () => {
    const usual = used < Math.min(usualColumns, count) ? width : maxHeight;
    return grid.size.height > Math.min(usual, maxHeight);
  };
  while (isTooHigh() && used < last) grid = gridOf(request, ++used);
  if (grid.size.height > maxHeight) {
    throw new RenderError('invalid-option', [
      `columns ${columns ?? last} makes a sheet of ${width} x ${grid.size.height} pixels, but it may be at most ${maxHeight} high; ` +
        'choose more columns, fewer moments or a smaller width',
    ]);
  }
  return grid;
}

function gridOf({ count, width, film }: GridRequest, columns: number): SheetGrid {
  const margin = Math.round(width * 0.015) + 4;
  const space = Math.floor((width - 2 * margin) / columns);
  const gap = Math.max(2, Math.round(space * 0.05));
  const widest = Math.floor((width - 2 * margin - (columns - 1) * gap) / columns);
  const height = Math.max(
    1,
    Math.round(Math.min((widest * film.height) / film.width, widest * highestPicture)),
  );
  const picture = {
    width: Math.max(1, Math.min(widest, Math.round((height * film.width) / film.height))),
    height,
  };
  const captionFontSize = Math.max(6, Math.min(17, widest * 0.045));
  const captionHeight = Math.round(captionFontSize * 2);
  const headerFontSize = Math.max(11, Math.min(24, width * 0.014));
  const headerHeight = Math.round(headerFontSize * 2);
  const rows = Math.ceil(count / columns);
  const top = margin + headerHeight;
  const rowHeight = height + captionHeight + Math.round(gap * 0.6);
  const cells = Array.from({ length: count }, (_, index) => ({
    x: margin + (index % columns) * (widest + gap),
    y: top + Math.floor(index / columns) * rowHeight,
  }));
  const sheetHeight = top + rows * rowHeight - Math.round(gap * 0.6) + Math.round(margin * 0.6);
  return {
    size: { width, height: sheetHeight },
    margin,
    headerHeight,
    headerFontSize,
    picture,
    captionWidth: widest,
    captionHeight,
    captionFontSize,
    cells,
  };
}
