package dev.colonnade.catalog.rule;

import java.util.Locale;
import java.util.Map;

/** What becomes of a temporary table when a transaction commits. */
public enum OnCommit {
  /** Nothing. */
  PRESERVE_ROWS,
  /** It loses its rows. */
  DELETE_ROWS,
  /** It is dropped. */
  DROP;

  /** The setting of a table that says it; no user can give it. */
  public static final String SETTING = "on_commit";

  /** What the settings of a table say. */
  public static OnCommit of(Map<String, String> settings) {
    String said = settings.get(SETTING);
    return said == null ? PRESERVE_ROWS : valueOf(said.toUpperCase(Locale.ROOT));
  }

  /** The value of the setting. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
