package dev.colonnade.sql.parse;

/** Content of a statement, for statements whose records are in a package beside this one. */
public interface StatementContent {
  /** The words of PostgreSQL's command tag. */
  String tag();
}
