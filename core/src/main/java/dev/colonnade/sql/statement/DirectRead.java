package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Table;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.CachedVersion;
import dev.colonnade.mvcc.Version;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.function.HeldValues;
import dev.colonnade.sql.function.Texts;
import dev.colonnade.sql.plan.PointScan;
import dev.colonnade.sql.plan.QueryParameters;
import dev.colonnade.sql.run.PointKey;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.Column;
import dev.colonnade.type.KeyColumn;
import dev.colonnade.type.TableSchema;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Columns of one row, got by its whole primary key: no scan is opened. */
final class DirectRead implements DirectPlan {
  private static final int IN_VALUE = -1;

  private final PointScan scan;
  private final List<SqlColumn> columns;
  private final RowDecoder decoder;

  /** The columns wanted, in the order wanted. */
  private final List<Wanted> wanted = new ArrayList<>();

  private final boolean wantsKey;

  /** The first one, which tells whether the row is there, and those of the columns wanted. */
  private final List<Integer> familyIds;

  /**
   * A column wanted.
   *
   * @param keyPart its place in the key, or {@link #IN_VALUE}
   */
  private record Wanted(Column column, SqlType type, int keyPart, int familyId) {}

  DirectRead(PointScan scan, List<SqlColumn> columns) {
    this.scan = requireNonNull(scan, "scan is null");
    this.columns = columns;
    this.decoder = new RowDecoder(scan.table().format());
    TableSchema schema = scan.table().schema();
    List<Integer> keyIds = schema.primaryKey().stream().map(KeyColumn::columnId).toList();
    TreeSet<Integer> families = new TreeSet<>();
    for (int i = 0; i < columns.size(); i++) {
      Column column = schema.columns().get(scan.ordinals().get(i));
      int keyPart = keyIds.indexOf(column.id());
      int familyId = keyPart == IN_VALUE ? schema.familyOf(column.id()).id() : IN_VALUE;
      wanted.add(new Wanted(column, columns.get(i).type(), keyPart, familyId));
      if (keyPart == IN_VALUE) {
        families.add(familyId);
      }
    }
    wantsKey = wanted.stream().anyMatch(column -> column.keyPart() != IN_VALUE);
    int first = schema.families().getFirst().id();
    families.remove(first);
    List<Integer> ids = new ArrayList<>();
    ids.add(first);
    ids.addAll(families);
    familyIds = List.copyOf(ids);
  }

  @Override
  public @Nullable Outcome run(Execution execution, QueryParameters parameters, boolean mayWait) {
    Key rowKey = PointKey.of(scan, parameters, name -> new StatementFacts(execution).find(name));
    if (rowKey == null) {
      return null;
    }
    Table table = scan.table();
    KeyCodec keys = table.format().keyCodec();
    Map<Integer, byte[]> values = HashMap.newHashMap(familyIds.size());
    for (int familyId : familyIds) {
      Key stored = keys.familyKey(rowKey, familyId);
      switch (version(execution.transaction(), table, stored, mayWait)) {
        case CachedVersion.Found(Version version) -> values.put(familyId, version.value());
        case CachedVersion.NotCached _ -> {
          return null;
        }
        case CachedVersion.Absent _ -> {
          if (values.isEmpty()) {
            return Outcome.rows("SELECT", columns, List.<@Nullable Object[]>of());
          }
        }
      }
    }
    return Outcome.rows("SELECT", columns, List.<@Nullable Object[]>of(row(rowKey, values)));
  }

  private static CachedVersion version(
      StatementTransaction transaction, Table table, Key stored, boolean mayWait) {
    if (!mayWait) {
      return transaction.tryGet(table, stored);
    }
    Version version = transaction.get(table, stored);
    return version == null ? CachedVersion.Absent.ABSENT : new CachedVersion.Found(version);
  }

  private @Nullable Object[] row(Key rowKey, Map<Integer, byte[]> values) {
    @Nullable Object[] key =
        wantsKey ? scan.table().format().keyCodec().decode(rowKey) : new @Nullable Object[0];
    @Nullable Object[] row = new @Nullable Object[wanted.size()];
    for (int i = 0; i < row.length; i++) {
      Wanted column = wanted.get(i);
      Object stored =
          column.keyPart() == IN_VALUE
              ? decoded(column, values.get(column.familyId()))
              : key[column.keyPart()];
      row[i] = shown(column.type(), stored);
    }
    return row;
  }

  private @Nullable Object decoded(Wanted wanted, byte @Nullable [] value) {
    return value == null
        ? wanted.column().defaultValue()
        : decoder.decode(wanted.column(), wanted.familyId(), value);
  }

  /** A stored value as users see it. */
  private static @Nullable Object shown(SqlType type, @Nullable Object stored) {
    if (type.kind() == TypeKind.CHAR && stored instanceof String text) {
      return Texts.padded(text, type.precision());
    }
    return type.element() == null
        ? stored
        : HeldValues.toJava(type, HeldValues.ofJava(type, stored));
  }
}
