package dev.colonnade.sql.run;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.key.Key;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.plan.lower.ConstantEvaluator;
import dev.colonnade.sql.plan.scan.PointScan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** The key that a {@link PointScan} looks for. Safe for use by many threads. */
public final class PointKey {
  private final KeyCodec codec;
  private final List<Column> columns;
  private final List<RexNode> values;

  public PointKey(PointScan scan) {
    TableIndex index = scan.index();
    codec = (index == null ? scan.table().format() : index.format()).keyCodec();
    columns = scan.keyColumns();
    values = scan.keyValues();
  }

  /**
   * Returns the row key, or that of the index's entry; null if no key can have the requested
   * values, or a scan has to find that out.
   */
  public @Nullable Key of(ConstantEvaluator constants) {
    // What follows in the key of an entry is NULL where no column of the index is.
    @Nullable Object[] key = new @Nullable Object[codec.parts().size()];
    for (int i = 0; i < columns.size(); i++) {
      RexNode value = values.get(i);
      Object literal =
          ValueConverter.toJava(TypeKind.of(value.getType()), constants.evaluate(value));
      Object stored = KeySpans.keyValue(columns.get(i).type(), literal);
      if (stored == null) {
        return null;
      }
      key[i] = stored;
    }
    return codec.encode(key);
  }
}
