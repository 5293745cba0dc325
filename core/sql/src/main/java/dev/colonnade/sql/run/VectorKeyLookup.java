package dev.colonnade.sql.run;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.PageStream;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.operator.RowLookup;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks rows up by the keys in batches of vectors.
 *
 * @param inputKeys columns of the batches
 * @param inputTypes of all their columns
 * @param types of the columns that are read
 */
record VectorKeyLookup(
    StatementContext context,
    LookupKeys keys,
    List<Integer> inputKeys,
    List<VectorType> inputTypes,
    List<VectorType> types)
    implements RowLookup {
  @Override
  public boolean isByKey() {
    return keys.isByKey();
  }

  @Override
  public VectorOperator find(VectorBatch batch) {
    TreeMap<Key, KeySpan> spans = new TreeMap<>();
    for (int row = 0; row < batch.rowCount(); row++) {
      List<Object> key = new ArrayList<>(inputKeys.size());
      for (int column : inputKeys) {
        Object value = batch.column(column).held(row, inputTypes.get(column));
        if (value != null) {
          key.add(value);
        }
      }
      if (key.size() == inputKeys.size()) {
        keys.addSpan(key, spans);
      }
    }
    PageStream stream = keys.open(spans.values());
    return stream == null ? new NoRows() : new PageOperator(context.opened(stream), types);
  }

  /** Lookup that finds no rows. */
  private static final class NoRows implements VectorOperator {
    @Override
    public @Nullable VectorBatch next() {
      return null;
    }

    @Override
    public void close() {} // holds nothing
  }
}
