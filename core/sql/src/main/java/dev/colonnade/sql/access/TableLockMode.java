package dev.colonnade.sql.access;

/**
 * How a table is locked. Readers see what was committed and are held up by none of these. What
 * PostgreSQL tells apart beyond that is one mode here: the stronger.
 */
public enum TableLockMode {
  /** What reads: goes with everything. */
  NONE,
  /** What writes or locks rows: goes with itself. */
  ROWS,
  /** One of this kind at a time, beside those who write rows. */
  ONE_BESIDE_ROWS,
  /** Nobody else locks or writes. */
  EXCLUSIVE;

  /** The mode for PostgreSQL's words. */
  public static TableLockMode of(String words) {
    return switch (words) {
      case "ACCESS SHARE" -> NONE;
      case "ROW SHARE", "ROW EXCLUSIVE" -> ROWS;
      case "SHARE UPDATE EXCLUSIVE" -> ONE_BESIDE_ROWS;
      case "SHARE", "SHARE ROW EXCLUSIVE", "EXCLUSIVE", "ACCESS EXCLUSIVE" -> EXCLUSIVE;
      default -> throw new IllegalArgumentException("no such mode: words=" + words);
    };
  }
}
