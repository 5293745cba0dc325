package dev.colonnade.sql.compare.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * Tables of a round of the comparison. Immutable.
 *
 * @param isAnalyzed whether statistics are collected
 */
public record Schema(List<TableDefinition> tables, boolean isAnalyzed) {
  public Schema {
    tables = List.copyOf(tables);
  }

  /** Returns a copy with another table in place of one. */
  public Schema with(int index, TableDefinition table) {
    List<TableDefinition> others = new ArrayList<>(tables);
    others.set(index, table);
    return new Schema(others, isAnalyzed);
  }

  /** Returns a copy without a table. */
  public Schema without(int index) {
    List<TableDefinition> others = new ArrayList<>(tables);
    others.remove(index);
    return new Schema(others, isAnalyzed);
  }

  /** Returns the statements that create and fill the tables. */
  public List<String> statements() {
    List<String> statements = new ArrayList<>();
    for (TableDefinition table : tables) {
      statements.add(table.createStatement());
      statements.addAll(table.indexes());
      if (!table.rows().isEmpty()) {
        statements.add(table.insertStatement(table.rows()));
      }
    }
    if (isAnalyzed) {
      statements.add("analyze");
    }
    return statements;
  }
}
