package dev.colonnade.sql.access;

/** Where statements begin. */
@FunctionalInterface
public interface StatementGround {
  /** A transaction for a statement that is not in one. */
  StatementTransaction begin();
}
