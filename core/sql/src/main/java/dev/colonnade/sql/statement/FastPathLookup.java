package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.CachedVersion;
import dev.colonnade.mvcc.Version;
import dev.colonnade.sql.access.StatementReads;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.plan.lower.ConstantEvaluator;
import dev.colonnade.sql.plan.lower.QueryParameters;
import dev.colonnade.sql.plan.scan.PointScan;
import dev.colonnade.sql.run.PointKey;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Point lookup of one row, by its whole primary key, or by that of a unique index, whose entry
 * contains the row's key: no scan is opened.
 */
final class FastPathLookup implements FastPathPlan {
  private static final int IN_VALUE = -1;

  private final PointScan scan;
  private final PointKey key;
  private final RowDecoder decoder;
  private final @Nullable EntryDecoder entries;
  private final boolean isPlain;
  private final boolean isQuick;

  /** The columns that expressions look at. */
  private final List<Wanted> wanted = new ArrayList<>();

  private final boolean wantsKey;

  /**
   * Ids of the column families to read: the first one, which determines whether the row exists, and
   * those of the requested columns.
   */
  private final List<Integer> familyIds;

  /**
   * A column wanted.
   *
   * @param keyPart its place in the key, or {@link #IN_VALUE}
   */
  private record Wanted(int ordinal, Column column, SqlType type, int keyPart, int familyId) {}

  FastPathLookup(PointScan scan) {
    this.scan = requireNonNull(scan, "scan is null");
    this.key = new PointKey(scan);
    this.decoder = new RowDecoder(scan.table().format());
    TableIndex index = scan.index();
    this.entries = index == null ? null : new EntryDecoder(scan.table(), index);
    this.isPlain = scan.wantsColumnsOnly();
    this.isQuick =
        scan.keyValues().stream().allMatch(ConstantEvaluator::isQuick)
            && scan.outputs().stream().allMatch(ConstantEvaluator::isQuick);
    TableSchema schema = scan.table().schema();
    List<Integer> keyIds = schema.primaryKey().stream().map(KeyColumn::columnId).toList();
    TreeSet<Integer> families = new TreeSet<>();
    for (int ordinal : ordinals(scan.outputs())) {
      Column column = schema.columns().get(ordinal);
      SqlType type = TypeMapping.sqlType(column.type());
      int keyPart = keyIds.indexOf(column.id());
      int familyId = keyPart == IN_VALUE ? schema.familyOf(column.id()).id() : IN_VALUE;
      wanted.add(new Wanted(ordinal, column, type, keyPart, familyId));
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

  /** Returns whether the key and the outputs take only a few steps to evaluate. */
  boolean isQuick() {
    return isQuick;
  }

  private static SortedSet<Integer> ordinals(List<RexNode> expressions) {
    TreeSet<Integer> ordinals = new TreeSet<>();
    RexShuttle collector =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            ordinals.add(ref.getIndex());
            return ref;
          }
        };
    expressions.forEach(expression -> expression.accept(collector));
    return ordinals;
  }

  @Override
  public @Nullable List<@Nullable Object[]> rows(
      Execution execution, QueryParameters parameters, boolean mayWait) {
    EntryDecoder present = entries;
    boolean isOff = present != null && !execution.settings().isOn("enable_indexscan");
    if (isOff || (!mayWait && !isPlain)) {
      return null;
    }
    ConstantEvaluator constants =
        new ConstantEvaluator(parameters::held, new StatementMetadata(execution));
    Key found = key.of(constants);
    if (found == null) {
      return null;
    }
    if (present == null) {
      return rowsAt(found, execution, constants, mayWait);
    }
    return switch (version(execution.transaction(), found, mayWait)) {
      case CachedVersion.Found(Version entry) ->
          rowsAt(present.rowKeyOf(found, entry.value()), execution, constants, mayWait);
      case CachedVersion.NotCached _ -> null;
      case CachedVersion.Absent _ -> List.of();
    };
  }

  private @Nullable List<@Nullable Object[]> rowsAt(
      Key rowKey, Execution execution, ConstantEvaluator constants, boolean mayWait) {
    KeyCodec keys = scan.table().format().keyCodec();
    Map<Integer, byte[]> values = HashMap.newHashMap(familyIds.size());
    for (int familyId : familyIds) {
      Key stored = keys.familyKey(rowKey, familyId);
      switch (version(execution.transaction(), stored, mayWait)) {
        case CachedVersion.Found(Version version) -> values.put(familyId, version.value());
        case CachedVersion.NotCached _ -> {
          return null;
        }
        case CachedVersion.Absent _ -> {
          if (values.isEmpty()) {
            return List.of();
          }
        }
      }
    }
    return List.<@Nullable Object[]>of(outputs(constants, columns(rowKey, values)));
  }

  private CachedVersion version(StatementReads transaction, Key stored, boolean mayWait) {
    if (!mayWait) {
      return transaction.tryGet(scan.table(), stored);
    }
    Version version = transaction.get(scan.table(), stored);
    return version == null ? CachedVersion.Absent.ABSENT : new CachedVersion.Found(version);
  }

  /** The columns wanted, at their places in the schema, as they are held. */
  private @Nullable Object[] columns(Key rowKey, Map<Integer, byte[]> values) {
    @Nullable Object[] ofKey =
        wantsKey ? scan.table().format().keyCodec().decode(rowKey) : new @Nullable Object[0];
    @Nullable Object[] columns = new @Nullable Object[scan.table().schema().columns().size()];
    for (Wanted column : wanted) {
      Object stored =
          column.keyPart() == IN_VALUE
              ? decoded(column, values.get(column.familyId()))
              : ofKey[column.keyPart()];
      columns[column.ordinal()] = ValueConverter.fromJava(column.type(), stored);
    }
    return columns;
  }

  private @Nullable Object decoded(Wanted wanted, byte @Nullable [] value) {
    return value == null
        ? wanted.column().defaultValue()
        : decoder.decode(wanted.column(), wanted.familyId(), value);
  }

  private @Nullable Object[] outputs(ConstantEvaluator constants, @Nullable Object[] columns) {
    ConstantEvaluator over = constants.over(columns);
    @Nullable Object[] row = new @Nullable Object[scan.outputs().size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = over.held(scan.outputs().get(i));
    }
    return row;
  }

  /** Decoder of the row key in an entry of an index. */
  private static final class EntryDecoder {
    private final RowDecoder decoder;
    private final List<Column> keyColumns;
    private final KeyCodec rowKeys;

    EntryDecoder(Table table, TableIndex index) {
      decoder = new RowDecoder(index.format());
      keyColumns =
          table.schema().keyColumns().stream()
              .map(column -> index.schema().column(column.id()))
              .toList();
      rowKeys = table.format().keyCodec();
    }

    Key rowKeyOf(Key entryKey, byte[] entryValue) {
      return rowKeys.encode(
          decoder.decode(entryKey, Map.of(ColumnFamily.FIRST_ID, entryValue), keyColumns));
    }
  }
}
