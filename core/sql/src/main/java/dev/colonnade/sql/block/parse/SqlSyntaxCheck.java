package dev.colonnade.sql.block.parse;

/** Syntax check of SQL statements. */
@FunctionalInterface
public interface SqlSyntaxCheck {
  /** Throws SYNTAX_ERROR with its position if the text is not a SQL statement. */
  void check(String sql);
}
