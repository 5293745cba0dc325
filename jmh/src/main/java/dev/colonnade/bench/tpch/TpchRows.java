package dev.colonnade.bench.tpch;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.table.RowBuilder;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.TableDefinition;
import io.trino.tpch.TpchEntity;
import java.util.List;

/**
 * The rows of one table at one scale, as they come from the generator.
 *
 * @param <E> a row as the generator makes it
 */
final class TpchRows<E extends TpchEntity> {
  private final String tableName;
  private final List<String> primaryKey;
  private final List<TpchColumn<E>> columns;
  private final Source<E> source;

  TpchRows(
      String tableName, List<String> primaryKey, List<TpchColumn<E>> columns, Source<E> source) {
    this.tableName = requireNonNull(tableName, "tableName is null");
    this.primaryKey = List.copyOf(primaryKey);
    this.columns = List.copyOf(columns);
    this.source = requireNonNull(source, "source is null");
  }

  TableDefinition definition() {
    return new TableDefinition(
        tableName,
        columns.stream().map(TpchColumn::definition).toList(),
        primaryKey.stream().map(KeyColumnDefinition::ascending).toList(),
        List.of());
  }

  /**
   * The rows of one part in key order; all parts together are the table, in any number of parts.
   *
   * @param part from 1 to partCount
   */
  Iterable<E> part(Scale scale, int part, int partCount) {
    return source.rows(scale.factor(), part, partCount);
  }

  /** Writes the values of a row in the order of the columns. */
  void put(E row, RowBuilder out) {
    for (TpchColumn<E> column : columns) {
      column.field().put(row, out);
    }
  }

  /** A generator's constructor. */
  interface Source<E> {
    Iterable<E> rows(double scaleFactor, int part, int partCount);
  }
}
