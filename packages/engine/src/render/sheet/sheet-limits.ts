/** Maximum number of pictures on a sheet. */
export const maxMoments = 100;

export const maxColumns = 20;

/** Of a sheet in pixels. */
export const maxSheetHeight = 8192;
