package dev.colonnade.bench.tpch.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.tpch.Scale;
import dev.colonnade.client.table.RowBuilder;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.TableDefinition;
import io.trino.tpch.TpchEntity;
import java.util.List;

/**
 * Definition of one TPC-H table with the source of its rows.
 *
 * @param <E> row type of the generator
 */
final class TpchTableSource<E extends TpchEntity> {
  private final String tableName;
  private final List<String> primaryKey;
  private final List<TpchColumn<E>> columns;
  private final Source<E> source;

  TpchTableSource(
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
   * Returns the rows of one partition in key order. The union of all partitions is the table, for
   * any number of partitions.
   *
   * @param part from 1 to partCount
   */
  Iterable<E> part(Scale scale, int part, int partCount) {
    return source.rows(scale.factor(), part, partCount);
  }

  /** Puts the values of a row in the order of the columns. */
  public void put(E row, RowBuilder out) {
    for (TpchColumn<E> column : columns) {
      column.field().put(row, out);
    }
  }

  /** Constructor of a generator. */
  interface Source<E> {
    Iterable<E> rows(double scaleFactor, int part, int partCount);
  }
}
