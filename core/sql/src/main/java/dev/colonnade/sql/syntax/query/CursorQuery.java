package dev.colonnade.sql.syntax.query;

/** Query of a cursor, whose rows have the keys of tables for {@code WHERE CURRENT OF}. */
public record CursorQuery(Query query) implements DataStatement {}
