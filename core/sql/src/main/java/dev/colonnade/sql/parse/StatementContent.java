package dev.colonnade.sql.parse;

/** What a statement says, where records of a package beside this one say it. */
public interface StatementContent {
  /** The words of PostgreSQL's command tag. */
  String tag();
}
