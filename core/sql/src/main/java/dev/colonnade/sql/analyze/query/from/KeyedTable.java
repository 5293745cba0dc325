package dev.colonnade.sql.analyze.query.from;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.logical.Variable;
import java.util.List;

/**
 * Table of FROM with its key.
 *
 * @param alias its name in the query
 * @param key variables of its primary key
 */
public record KeyedTable(String alias, Table table, List<Variable> key) {
  public KeyedTable {
    requireNonNull(alias, "alias is null");
    requireNonNull(table, "table is null");
    key = List.copyOf(key);
  }
}
