/** Sets the fields that are left out, in place. A written null is a value, which validation reports. */
export function addDefaults(
  fields: Record<string, unknown>,
  defaults: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(defaults))
    if (fields[name] === undefined && value !== undefined) fields[name] = value;
}
