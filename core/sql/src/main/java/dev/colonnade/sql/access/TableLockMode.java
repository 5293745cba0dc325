package dev.colonnade.sql.access;

/**
 * Mode of a table lock. None of them blocks readers, which read a snapshot. Several modes of
 * PostgreSQL map to one mode here, the stronger.
 */
public enum TableLockMode {
  /** Lock of a reader: conflicts with none. */
  NONE,
  /** Lock of a transaction that writes or locks rows: does not conflict with itself. */
  ROWS,
  /** Lock that conflicts with itself but not with {@link #ROWS}. */
  ONE_BESIDE_ROWS,
  /** Lock that conflicts with all modes except {@link #NONE}. */
  EXCLUSIVE;

  /** Returns the mode for the keywords of a PostgreSQL lock mode. */
  public static TableLockMode of(String keywords) {
    return switch (keywords) {
      case "ACCESS SHARE" -> NONE;
      case "ROW SHARE", "ROW EXCLUSIVE" -> ROWS;
      case "SHARE UPDATE EXCLUSIVE" -> ONE_BESIDE_ROWS;
      case "SHARE", "SHARE ROW EXCLUSIVE", "EXCLUSIVE", "ACCESS EXCLUSIVE" -> EXCLUSIVE;
      default -> throw new IllegalArgumentException("unknown lock mode: keywords=" + keywords);
    };
  }
}
