package dev.colonnade.sql.block.parse;

/** Says whether a text is a statement of SQL. */
@FunctionalInterface
public interface SqlCheck {
  /** Throws SYNTAX_ERROR, with a position, if it is not. */
  void check(String sql);
}
