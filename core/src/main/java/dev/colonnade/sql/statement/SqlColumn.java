package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.SqlType;

/** A column of a result. */
public record SqlColumn(String name, SqlType type) {
  public SqlColumn {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
  }
}
