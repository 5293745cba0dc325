package dev.colonnade.shell;

/** How results are shown. */
enum OutputFormat {
  /** In columns, for people. */
  ALIGNED,
  /** Values parted by commas, with a head line. */
  CSV,
  /** An array of objects, one on a line. */
  JSON;

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
