package dev.colonnade.sql.syntax;

/**
 * Statement of SQL. Its families are sealed: {@code query.DataStatement}, {@code
 * definition.Definition}, {@code command.Command}.
 */
public interface Statement {}
