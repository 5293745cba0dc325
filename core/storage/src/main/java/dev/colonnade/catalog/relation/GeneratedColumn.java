package dev.colonnade.catalog.relation;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Definition of a column that is GENERATED ALWAYS AS (expression) STORED: each write of a row
 * computes its value.
 *
 * @param text SQL expression over the other columns of the table
 * @param columnIds columns that the expression reads
 */
public record GeneratedColumn(String text, List<Integer> columnIds) {
  public GeneratedColumn {
    requireNonNull(text, "text is null");
    columnIds = List.copyOf(columnIds);
  }
}
