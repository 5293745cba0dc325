package dev.colonnade.sql.run;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.plan.join.LookupJoin;
import dev.colonnade.sql.plan.scan.Access;
import dev.colonnade.sql.plan.scan.FilterTemplate;
import dev.colonnade.sql.plan.scan.ScanSpec;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Row source of a lookup join: reads rows by their keys. One execution. */
final class LookupKeys {
  private final StatementContext context;
  private final Access access;
  private final AccessedRows rows;
  private final KeyCodec codec;

  /** For each column of the key that is searched, as far as it is known: which value it has. */
  private final int[] places;

  private final TypeKind[] kinds;

  /** The lookup of rows with these columns. */
  LookupKeys(StatementContext context, LookupJoin.Lookup lookup, List<Column> read) {
    this.context = context;
    ScanSpec spec = lookup.scan();
    Table table = spec.table();
    this.access = spec.access();
    FilterTemplate template = new FilterTemplate(table.schema());
    List<Filter> filters =
        spec.conditions().stream()
            .map((RexNode condition) -> template.filter(condition, context.constants()))
            .toList();
    this.rows =
        new AccessedRows(context, table, read.stream().map(Column::id).toList(), filters, 0);
    TableIndex index = access.index();
    RowFormat format = index == null ? table.format() : index.format();
    this.codec = format.keyCodec();
    List<Column> columns = lookup.columns().stream().map(table.schema().columns()::get).toList();
    List<Integer> ids = columns.stream().map(Column::id).toList();
    this.places =
        format.latest().primaryKey().stream()
            .map(KeyColumn::columnId)
            .takeWhile(ids::contains)
            .mapToInt(ids::indexOf)
            .toArray();
    this.kinds =
        columns.stream()
            .map(column -> TypeMapping.sqlType(column.type()).kind())
            .toArray(TypeKind[]::new);
  }

  /** Returns whether rows are found by their keys; if not, the whole table is read. */
  boolean isByKey() {
    return context.usesIndexes();
  }

  /** The rows with some keys, and perhaps others; null if there can be none. */
  @Nullable PageStream open(Collection<KeySpan> spans) {
    if (spans.isEmpty()) {
      return null;
    }
    return isByKey() ? rows.open(access, List.copyOf(spans)) : rows.open(Access.ROWS);
  }

  /** Adds the span of the key that is searched in which rows with these values lie. */
  void addSpan(List<Object> values, Map<Key, KeySpan> spans) {
    @Nullable Object[] leading = new @Nullable Object[places.length];
    for (int i = 0; i < leading.length; i++) {
      leading[i] = ValueConverter.toJava(kinds[places[i]], values.get(places[i]));
    }
    KeySpan span = codec.span(leading);
    spans.put(span.start(), span);
  }
}
