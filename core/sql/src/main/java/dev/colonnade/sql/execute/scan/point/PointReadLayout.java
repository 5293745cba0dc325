package dev.colonnade.sql.execute.scan.point;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.row.FamilyDecoder;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Keys and column families of a point read, and the decoding of its row. */
final class PointReadLayout {
  private static final int IN_VALUE = -1;

  private final Table table;
  private final @Nullable TableIndex index;
  private final RowDecoder decoder;

  /** Decoder of the row's key in the entries of the index; null without an index. */
  private final RowDecoder.@Nullable Projection entryDecoder;

  private final List<Column> keyColumns;
  private final List<OutputColumn> outputs = new ArrayList<>();
  private final boolean readsKey;

  /**
   * Ids of the column families to read: the first one, which determines whether the row exists, and
   * those of the columns.
   */
  private final List<Integer> familyIds = new ArrayList<>();

  /**
   * Column of the output.
   *
   * @param keyPart its place in the row key, or {@link #IN_VALUE}
   */
  private record OutputColumn(Column column, SqlType type, int keyPart, int familyId) {}

  public PointReadLayout(ScanPlan.TableScan plan, @Nullable TableIndex index) {
    table = plan.table();
    this.index = index;
    decoder = new RowDecoder(table.format());
    TableSchema schema = table.schema();
    entryDecoder =
        index == null
            ? null
            : new RowDecoder(index.format())
                .projection(
                    schema.keyColumns().stream()
                        .map(column -> index.schema().column(column.id()))
                        .toList());
    List<KeyColumn> key = index == null ? schema.primaryKey() : index.columns();
    keyColumns = key.stream().map(part -> schema.column(part.columnId())).toList();
    List<Integer> keyIds = schema.primaryKey().stream().map(KeyColumn::columnId).toList();
    TreeSet<Integer> families = new TreeSet<>();
    for (int ordinal : plan.ordinals()) {
      Column column = schema.columns().get(ordinal);
      int keyPart = keyIds.indexOf(column.id());
      int familyId = keyPart == IN_VALUE ? schema.familyOf(column.id()).id() : IN_VALUE;
      outputs.add(new OutputColumn(column, TypeMapping.sqlType(column.type()), keyPart, familyId));
      if (keyPart == IN_VALUE) {
        families.add(familyId);
      }
    }
    readsKey = outputs.stream().anyMatch(output -> output.keyPart() != IN_VALUE);
    int first = schema.families().getFirst().id();
    families.remove(first);
    familyIds.add(first);
    familyIds.addAll(families);
  }

  /** Returns the codec of the key that is searched. */
  public KeyCodec keyCodec() {
    return (index == null ? table.format() : index.format()).keyCodec();
  }

  /** Returns the columns of the key that is searched. */
  public List<Column> keyColumns() {
    return keyColumns;
  }

  List<Integer> familyIds() {
    return familyIds;
  }

  Key familyKey(Key rowKey, int familyId) {
    return table.format().keyCodec().familyKey(rowKey, familyId);
  }

  /** Returns the key of the row that an entry of the index belongs to. */
  Key rowKeyOf(Key entryKey, byte[] entryValue) {
    RowDecoder.Projection entries = requireNonNull(entryDecoder, "index is null");
    return table
        .format()
        .keyCodec()
        .encode(entries.decode(entryKey, Map.of(ColumnFamily.FIRST_ID, entryValue)));
  }

  /** Returns the columns of a row in their internal representation. */
  @Nullable Object[] decode(Key rowKey, Map<Integer, byte[]> values) {
    @Nullable Object[] ofKey =
        readsKey ? table.format().keyCodec().decode(rowKey) : new @Nullable Object[0];
    @Nullable Object[] row = new @Nullable Object[outputs.size()];
    int familyId = IN_VALUE;
    FamilyDecoder family = null;
    for (int i = 0; i < row.length; i++) {
      OutputColumn output = outputs.get(i);
      if (output.keyPart() == IN_VALUE && (family == null || familyId != output.familyId())) {
        familyId = output.familyId();
        family = decoder.decoder(familyId, values.get(familyId));
      }
      Object stored =
          family == null || output.keyPart() != IN_VALUE
              ? ofKey[output.keyPart()]
              : family.decode(output.column());
      row[i] = ValueConverter.fromJava(output.type(), stored);
    }
    return row;
  }
}
