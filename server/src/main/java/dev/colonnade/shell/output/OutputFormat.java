package dev.colonnade.shell.output;

/** Format of printed results. */
public enum OutputFormat {
  /** Aligned columns. */
  ALIGNED,
  /** Values of a row in one line, with a separator between them. */
  UNALIGNED,
  /** Comma-separated values with a header line. */
  CSV,
  /** JSON array with one object for each row. */
  JSON;

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
