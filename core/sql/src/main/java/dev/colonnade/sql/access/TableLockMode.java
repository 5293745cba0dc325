package dev.colonnade.sql.access;

/**
 * Mode of a table lock that a statement asks for. None of them blocks queries, which read a
 * snapshot; each prevents changes of the table's definition by others. Several modes of PostgreSQL
 * map to one mode here, the stronger.
 */
public enum TableLockMode {
  /** Lock that conflicts with {@link #ALONE} only. */
  ACCESS,
  /** Lock of a transaction that writes or locks rows: does not conflict with itself. */
  ROWS,
  /** Lock that conflicts with itself but not with {@link #ROWS}. */
  ONE_BESIDE_ROWS,
  /** Lock that conflicts with all modes except {@link #ACCESS}. */
  EXCLUSIVE,
  /** Lock that conflicts with all modes. */
  ALONE;

  /** Returns the mode for the keywords of a PostgreSQL lock mode. */
  public static TableLockMode of(String keywords) {
    return switch (keywords) {
      case "ACCESS SHARE" -> ACCESS;
      case "ROW SHARE", "ROW EXCLUSIVE" -> ROWS;
      case "SHARE UPDATE EXCLUSIVE" -> ONE_BESIDE_ROWS;
      case "SHARE", "SHARE ROW EXCLUSIVE", "EXCLUSIVE" -> EXCLUSIVE;
      case "ACCESS EXCLUSIVE" -> ALONE;
      default -> throw new IllegalArgumentException("unknown lock mode: keywords=" + keywords);
    };
  }
}
