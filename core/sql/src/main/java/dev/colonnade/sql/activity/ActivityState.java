package dev.colonnade.sql.activity;

/** State of a session, as {@code pg_stat_activity} names it. */
public enum ActivityState {
  ACTIVE("active"),
  IDLE("idle"),
  IDLE_IN_TRANSACTION("idle in transaction"),
  IDLE_IN_FAILED_TRANSACTION("idle in transaction (aborted)");

  private final String label;

  ActivityState(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
