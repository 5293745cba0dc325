package dev.colonnade.catalog.relation;

import java.util.Locale;
import java.util.Map;

/** ON COMMIT action of a temporary table. */
public enum OnCommit {
  /** Its rows are preserved. */
  PRESERVE_ROWS,
  /** Its rows are deleted. */
  DELETE_ROWS,
  /** The table is dropped. */
  DROP;

  /** Internal table setting that contains the action; users cannot set it. */
  public static final String SETTING = "on_commit";

  /** Returns the action in the settings of a table. */
  public static OnCommit of(Map<String, String> settings) {
    String value = settings.get(SETTING);
    return value == null ? PRESERVE_ROWS : valueOf(value.toUpperCase(Locale.ROOT));
  }

  /** Returns the value of the setting. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
