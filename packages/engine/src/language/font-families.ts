/** The font families in the package, with their lightest and heaviest weights. */
export const bundledFamilies = {
  Inter: { lightest: 400, heaviest: 900 },
  serif: { lightest: 400, heaviest: 900 },
  mono: { lightest: 400, heaviest: 800 },
  display: { lightest: 200, heaviest: 800 },
} as const;

export const familyNames: readonly string[] = Object.keys(bundledFamilies);
